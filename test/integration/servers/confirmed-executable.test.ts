import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { field, GatehouseHome } from '../cli/gatehouse-home.ts';

const echo = fileURLToPath(new URL('../../fixtures/servers/echo-launch.mjs', import.meta.url));

let home: GatehouseHome;
let bin: string;
const turn = (to: 'good' | 'evil', isNew = false) => {
  if (!isNew) unlinkSync(join(bin, 'uvx'));
  symlinkSync(join(bin, to), join(bin, 'uvx'));
};

beforeEach(async () => {
  bin = join(tempFolder(), 'bin');
  mkdirSync(bin);
  for (const name of ['good', 'evil']) {
    const script = `#!/bin/sh\nexec "${process.execPath}" "${echo}"\n`;
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  }
  turn('good', true);
  home = new GatehouseHome({ PATH: `${bin}:${process.env['PATH'] ?? ''}`, SHELL: '' });
  await home.add('sw', ['uvx', 'pkg']);
});
afterEach(() => home.close());

const hash = async () => String(field(await home.json(['server', 'show', 'sw']), 'launch_hash'));

test('the old hash is no yes to another executable; it is shown and has to be named', async () => {
  turn('evil');
  const old = await hash();
  for (const line of [
    ['server', 'confirm', 'sw', old],
    ['server', 'confirm', 'sw', '--confirm', old],
    ['server', 'confirm', 'sw', old, '--executable', join(bin, 'good')],
  ]) {
    const refused = await home.run(line);
    expect([refused.code, refused.stderr], line.join(' ')).toEqual([
      4,
      expect.stringContaining('hash_mismatch'),
    ]);
    expect(refused.stdout + refused.stderr).toContain(join(bin, 'evil'));
  }
  const shown = await home.run(['server', 'confirm', 'sw', old]);
  expect(shown.stdout).toContain(`runs      ${join(bin, 'evil')}`);
  expect(shown.stderr).toContain(`--confirm ${old} --executable ${join(bin, 'evil')}`);
  expect((await home.run(['call', 'sw', 'launch'])).stderr).toContain('unconfirmed');

  const named = ['server', 'confirm', 'sw', old, '--executable', join(bin, 'evil')];
  expect((await home.run(named)).code).toBe(0);
  expect((await home.run(['call', 'sw', 'launch'])).code).toBe(0);
});

test('the same executable needs the hash only, and a new entry no more than what was printed', async () => {
  expect((await home.run(['server', 'confirm', 'sw', await hash()])).code).toBe(0);
  turn('evil');
  await home.add('fresh', ['uvx', 'pkg']);
});

test('a changed command with another executable is confirmed by naming both', async () => {
  const edit = ['server', 'edit', 'sw'];
  const argv = ['--', 'node', echo];
  const shown = await home.json([...edit, ...argv], 4);
  const yes = ['--confirm', String(field(shown, 'launch_hash'))];
  expect((await home.run([...edit, ...yes, ...argv])).code).toBe(4);
  const named = ['--executable', String(field(shown, 'executable'))];
  expect((await home.run([...edit, ...yes, ...named, ...argv])).code).toBe(0);
  expect((await home.run(['call', 'sw', 'launch'])).code).toBe(0);
});
