import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import { addEntry } from '../../../src-main/registry/edit-registry-text.ts';
import { Registration } from '../../../src-main/registry/registration.ts';
import { withRegistryFile } from '../../../src-main/registry/registry-file.ts';
import { done, failed } from './home.ts';

const run = (...argv: string[]) => spawnSync(argv[0] ?? '', argv.slice(1)).status === 0;

/** A small disk of its own; null where this machine does not let us mount one (no root, no Linux). */
function smallDisk(): string | null {
  const place = mkdtempSync(join(tmpdir(), 'gatehouse-full-'));
  const mounted =
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    run('mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', place);
  if (mounted) return place;
  rmSync(place, { recursive: true });
  return null;
}

test('a full disk: the registry stays as it was, and the next write with room succeeds', async ({
  skip,
}) => {
  const disk = smallDisk();
  if (disk === null) return skip('mounting a small disk needs root on Linux');
  try {
    const paths = homePaths(join(disk, 'home'));
    mkdirSync(paths.home);
    const before = '{\n  // mine\n}\n';
    writeFileSync(paths.registry, before);
    const filler = join(disk, 'filler');
    try {
      for (let size = 0; size < 512; size += 1)
        writeFileSync(filler, 'x'.repeat(1024), { flag: 'a' });
    } catch {
      // Full now, which is what was wanted.
    }
    const server = Registration.parse({
      transport: 'stdio',
      command_argv: ['npx', 'x'.repeat(9000)],
    });
    const add = () =>
      withRegistryFile(paths, ({ text, write }) => write(addEntry(text, 'files', server)));
    expect(failed(await add())).toMatchObject({ code: 'disk_full' });
    expect(readFileSync(paths.registry, 'utf8')).toBe(before);
    expect(readdirSync(paths.home).filter((name) => name !== 'backups')).toEqual([
      'mcp_servers.json',
    ]);
    rmSync(filler);
    done(await add());
    expect(readFileSync(paths.registry, 'utf8')).toContain('// mine');
  } finally {
    run('umount', disk);
    rmSync(disk, { recursive: true, force: true });
  }
});
