import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLocalFile } from '../../../src-main/kernel/is-local-file-file.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

test('a file of this machine is found by its whole path or from the home folder, and nothing else is', () => {
  const home = tempFolder();
  mkdirSync(join(home, 'my tools'));
  writeFileSync(join(home, 'my tools', 'server'), '');
  expect(isLocalFile(join(home, 'my tools', 'server'), home)).toBe(true);
  expect(isLocalFile('~/my tools/server', home)).toBe(true);
  for (const path of [
    ...[join(home, 'my tools'), join(home, 'my'), '~', '~/', '', 'package.json', './package.json'],
    ...[
      `${join(home, 'my tools', 'server')}/below`,
      '/a\0b',
      `/${join(home, 'my tools', 'server')}`,
    ],
    ...['\\\\host\\share\\x', '//host/share/x', '/net/host/x'],
  ])
    expect(isLocalFile(path, home)).toBe(false);
});
