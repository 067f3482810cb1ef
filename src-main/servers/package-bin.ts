import { z } from 'zod';

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

export interface PackageManifest {
  readonly version: string;
  /** Name of each program -> its file in the package. */
  readonly bins: ReadonlyMap<string, string>;
}

const unscoped = (name: string): string => name.replace(/^@[^/]*\//, '');

/** What an installed `package.json` says of its programs; null when it is none of this package. */
export function readManifest(text: string, name: string): PackageManifest | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = Manifest.safeParse(json);
  if (!read.success || read.data.name !== name) return null;
  const { bin = {}, version } = read.data;
  const entries = typeof bin === 'string' ? [[unscoped(name), bin] as const] : Object.entries(bin);
  return { version, bins: new Map(entries) };
}

/**
 * The file of the program that npx would run: the named one; else the only file there is; else the one
 * called like the package without its scope. null when npx would refuse, or would look further.
 */
export function chooseBin(
  name: string,
  bins: ReadonlyMap<string, string>,
  command: string | null,
): string | null {
  if (command !== null) return bins.get(command) ?? null;
  const files = [...new Set(bins.values())];
  if (files.length === 1) return files[0] ?? null;
  return bins.get(unscoped(name)) ?? null;
}

/** Whether a program's first line hands it to node, with nothing else said. */
export const isRunByNode = (firstLine: string): boolean =>
  /^#!\s*(\/usr\/bin\/env\s+node|(\/[\w.+-]+)+\/node)\s*$/.test(firstLine);
