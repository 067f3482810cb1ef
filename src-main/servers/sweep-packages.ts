import { basename, join } from 'node:path';
import type { PackagePin } from '../registry/package-pin.ts';
import { listPackages, packageFolder, removeFolder } from './package-folder-file.ts';
import type { PackageRecords } from './package-records.ts';
import { ownFiles } from './package-seal-file.ts';

/**
 * Removes the folders and rows of packages that no pin names. A folder in which a server keeps files
 * of its own stays: they may be all that it remembers. Ends early once `isBusy` says so.
 */
export async function sweepPackages(
  pins: readonly PackagePin[],
  parts: {
    readonly packages: string;
    readonly records: PackageRecords;
    readonly isBusy: () => boolean;
  },
): Promise<void> {
  const { packages, records, isBusy } = parts;
  const keys = new Set(pins.map(({ name, version }) => `${name}@${version}`));
  const needed = new Set(
    pins.map(({ name, version }) => basename(packageFolder(packages, name, version))),
  );
  for (const name of await listPackages(packages)) {
    const folder = join(packages, name);
    if (needed.has(name) || (await ownFiles(folder)).length > 0) continue;
    if (isBusy()) return;
    await removeFolder(folder);
  }
  if (isBusy()) return;
  for (const key of records.keys()) if (!keys.has(key)) records.remove(key);
}
