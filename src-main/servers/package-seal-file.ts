import { cp, lstat, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { sha256Hex } from '../kernel/canonical-json.ts';

const LIST = '.gatehouse-files.json';
/** [path, what it is]: size and times of a file, the target of a link. */
const SealedFiles = z.array(z.tuple([z.string(), z.string()]));
type SealedFiles = z.infer<typeof SealedFiles>;

/**
 * Notes every file of an installed package and gives the SHA-256 of the note, which is kept elsewhere.
 * It covers sizes, times of writing and of any change (which no program can set back), and links: what
 * was edited, replaced or removed since is noticed without reading the files again.
 */
export async function sealPackage(folder: string): Promise<string> {
  const paths = await filesBelow(folder);
  const files: SealedFiles = await Promise.all(
    paths
      .sort()
      .map(async (path): Promise<[string, string]> => [path, await mark(join(folder, path))]),
  );
  const text = JSON.stringify(files);
  await writeFile(join(folder, LIST), text, { mode: 0o600, flush: true });
  return sha256Hex(text);
}

/** Whether a package's folder still is what was sealed. What a server wrote beside that does not count. */
export async function isSealed(folder: string, seal: string): Promise<boolean> {
  const files = await readSealed(folder, seal);
  if (files === null) return false;
  const marks = await Promise.all(
    files.map(async ([path, expected]) => (await markOrNull(join(folder, path))) === expected),
  );
  return marks.every((same) => same);
}

/** Files that a server keeps in its own package's folder; caches and journals of tools left out. */
export async function ownFiles(folder: string): Promise<string[]> {
  const files = await readSealed(folder, null);
  if (files === null) return [];
  const sealed = new Set([LIST, ...files.map(([path]) => path)]);
  const found = await filesBelow(folder);
  return found.filter(
    (path) => !sealed.has(path) && !/(^|[\\/])(\.cache|__pycache__)[\\/]/.test(path),
  );
}

/** Copies such files to where another version of the package would look for them; none is overwritten. */
export async function carryOwnFiles(from: string, to: string): Promise<void> {
  for (const path of await ownFiles(from)) {
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(from, path), target, { force: false, preserveTimestamps: true });
  }
}

async function readSealed(folder: string, seal: string | null): Promise<SealedFiles | null> {
  try {
    const text = await readFile(join(folder, LIST), 'utf8');
    if (seal !== null && sha256Hex(text) !== seal) return null;
    const files = SealedFiles.safeParse(JSON.parse(text));
    return files.success ? files.data : null;
  } catch {
    // Not there, or not ours: then nothing is known of it.
    return null;
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function mark(path: string): Promise<string> {
  const seen = await lstat(path);
  if (seen.isSymbolicLink()) return `link ${await readlink(path)}`;
  return `${seen.size} ${seen.mtimeMs} ${seen.ctimeMs}`;
}

const markOrNull = (path: string): Promise<string | null> => mark(path).catch(() => null);
