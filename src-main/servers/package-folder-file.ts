import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { failureOfFileError, fileErrorCode } from '../kernel/file-failure.ts';
import { isAlive } from '../kernel/process-identity-process.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { isRunByNode } from './package-bin.ts';
import { LOCK_BYTES_MAX } from './package-lock.ts';

const DRAFT = /^\.draft-(\d+)-[0-9a-f-]{36}$/;
const MANIFEST_MAX = 4 * 1024 * 1024;

/** Where a version of a package lies: `state/packages/<name>@<version>`, a scope joined by `+`. */
export const packageFolder = (packages: string, name: string, version: string): string =>
  join(packages, `${name.replace('/', '+')}@${version}`);

/** Whether something lies there; what it is worth is another question. */
export const lies = (folder: string): boolean => existsSync(folder);

export interface Draft {
  readonly folder: string;
  /** Removes it, unless it was put in place. */
  discard(): Promise<void>;
}

/** A fresh folder to install into, beside its last place; those of killed processes are removed. */
export async function makeDraft(packages: string): Promise<Result<Draft>> {
  const folder = join(packages, `.draft-${process.pid}-${randomUUID()}`);
  try {
    await mkdir(packages, { recursive: true, mode: 0o700 });
    await sweepDrafts(packages);
    await mkdir(folder, { mode: 0o700 });
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n', { mode: 0o600 });
    return ok({ folder, discard: () => rm(folder, { recursive: true, force: true }) });
  } catch (error) {
    return fail(failureOfFileError(error, `${folder} could not be made`));
  }
}

async function sweepDrafts(packages: string): Promise<void> {
  for (const name of await readdir(packages)) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid === undefined || (await isAlive({ pid: Number(pid), start_time: '' }))) continue;
    await rm(join(packages, name), { recursive: true, force: true });
  }
}

/** Tells npm ci what to install: exactly this lock. */
export async function writeLock(folder: string, name: string, version: string, lock: string) {
  const manifest = { private: true, dependencies: { [name]: version } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest), { mode: 0o600 });
  await writeFile(join(folder, 'package-lock.json'), lock, { mode: 0o600 });
}

/** What npm has written down; '' when it has not, or too much. */
export const readLockText = (folder: string): Promise<string> =>
  readSmall(join(folder, 'package-lock.json'), LOCK_BYTES_MAX);

export const readManifestText = (folder: string, name: string): Promise<string> =>
  readSmall(join(folder, 'node_modules', name, 'package.json'), MANIFEST_MAX);

async function readSmall(path: string, limit: number): Promise<string> {
  try {
    if ((await stat(path)).size > limit) return '';
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(fileErrorCode(error) ?? '')) return '';
    throw error;
  }
}

/** A draft takes its place as a whole; what lay there goes. */
export async function putInPlace(draft: string, folder: string): Promise<Result<void>> {
  const old = join(dirname(folder), `.draft-${process.pid}-${randomUUID()}`);
  try {
    if (existsSync(folder)) await rename(folder, old);
    await rename(draft, folder);
    await rm(old, { recursive: true, force: true });
    return ok();
  } catch (error) {
    return fail(failureOfFileError(error, `${folder} could not be put in place`));
  }
}

/** The path of a program's file inside the package; null when it leads out of it, or is not run by node. */
export async function nodeProgram(
  folder: string,
  name: string,
  bin: string,
): Promise<string | null> {
  const place = join(folder, 'node_modules', name);
  const file = join(place, bin);
  if (!file.startsWith(place + sep)) return null;
  try {
    const opened = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await opened.read(Buffer.alloc(256), 0, 256, 0);
      const first = buffer.toString('utf8', 0, bytesRead).split('\n')[0] ?? '';
      return isRunByNode(first) ? file : null;
    } finally {
      await opened.close();
    }
  } catch {
    // Named in the manifest, but not there.
    return null;
  }
}

/** Names of the packages that lie ready. */
export async function listPackages(packages: string): Promise<string[]> {
  try {
    await sweepDrafts(packages);
    return (await readdir(packages)).filter((name) => !name.startsWith('.'));
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true });

/**
 * Whether npx would find a copy in or above the working folder: then it would run that and fetch
 * nothing. `names` are paths below a `node_modules` folder.
 */
export function localCopy(cwd: string, names: readonly string[]): boolean {
  for (let at = cwd; ; at = dirname(at)) {
    if (names.some((name) => existsSync(join(at, 'node_modules', name)))) return true;
    if (dirname(at) === at) return false;
  }
}
