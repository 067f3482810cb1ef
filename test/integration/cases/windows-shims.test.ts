import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NODE = join(root, 'node_modules/.bin/node');
const server = join(root, 'test/fixtures/servers/echo-launch.mjs');
const windows = (name: string) => join(root, 'test/fixtures/windows', name);

/**
 * The built program on a machine that it takes for Windows: names with backslashes are files of the
 * working folder here, and cmd.exe is a model of how the real one reads its line.
 */
let home: GatehouseHome;
let notes = '';
beforeEach(() => {
  const first = new GatehouseHome();
  notes = join(first.folder, 'lines');
  const interpreter = join(first.folder, 'cmd.exe');
  // No first line that names its program: on Windows there is none either.
  writeFileSync(interpreter, `exec "${NODE}" "${windows('cmd.mjs')}" "${notes}" "$@"\n`, {
    mode: 0o755,
  });
  closeFirst = () => first.close();
  home = new GatehouseHome({
    HOME: 'C:\\person',
    ComSpec: interpreter,
    Path: 'C:\\empty;C:\\tools',
    PATH: undefined,
    PATHEXT: '.COM;.EXE;.BAT;.CMD;.VBS;.JS',
    NODE_OPTIONS: `--import=${windows('as-windows.mjs')}`,
  });
  mkdirSync(join(home.work, 'C:\\person'));
});
let closeFirst: () => Promise<void>;
afterEach(async () => {
  await home.close();
  await closeFirst();
});

const file = (path: string, text: string) =>
  writeFileSync(join(home.work, path), text, { mode: 0o755 });
const shim = (path: string, program = server) => file(path, `@"${NODE}" "${program}" %*\r\n`);
const launchOf = async (id: string) => {
  const answer = await home.json(['call', id, 'launch']);
  return JSON.parse(String(field(list(field(answer, 'content'))[0], 'text')));
};

describe('SPAWN-03 npm-style commands on Windows', () => {
  test('SPAWN-03 npx and npx.cmd both run the .cmd beside an extensionless script, through cmd.exe', async () => {
    file('C:\\tools\\npx', '#!/bin/sh\nexit 9\n');
    file('C:\\tools\\npx.js', 'process.exit(9)');
    shim('C:\\tools\\npx.cmd');
    for (const [id, command] of [
      ['short', 'npx'],
      ['long', 'npx.cmd'],
    ] as const) {
      await home.add(id, [command, 'one', 'two words', 'a&b']);
      expect((await launchOf(id)).argv).toEqual(['one', 'two words', 'a&b']);
    }
    const lines = readFileSync(notes, 'utf8').trim().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(JSON.parse(line).slice(0, 5)).toEqual(['/e:ON', '/v:OFF', '/d', '/s', '/c']);
    }
  });

  test('SPAWN-03 a real program comes before a shim of its folder, and needs no cmd.exe', async () => {
    shim('C:\\tools\\uvx.cmd', windows('nowhere.mjs'));
    file('C:\\tools\\uvx.exe', `exec "${NODE}" "${server}" "$@"\n`);
    await home.add('tool', ['uvx', 'a "b"', '']);
    expect((await launchOf('tool')).argv).toEqual(['a "b"', '']);
    expect(existsSync(notes)).toBe(false);
  });

  test('SPAWN-03 an extensionless script alone is not taken for a program: one error with the folders', async () => {
    file('C:\\tools\\npx', '#!/bin/sh\nexit 9\n');
    const shown = await home.json(['server', 'add', 'tool', '--', 'npx', 'x'], 4);
    expect(field(shown, 'executable')).toBeNull();
    expect(JSON.stringify(field(shown, 'warnings'))).toContain('not_found_on_path');
  });
});

describe('SPAWN-04 what stands in an argument never acts', () => {
  const nasty = [
    ...['-y', 'pkg@1', 'a b', 'x&y', '100%PATH%', 'q"q', '', '" & echo pwned & "', '^&|<>()'],
    ...[
      '%PATH',
      '%cd:~,%',
      '%*',
      '!PATH!',
      'end\\',
      'a\\"b',
      '\\\\share\\x\\',
      'tab\there',
      '--flag="v"',
      'é漢😀',
      ';,=',
    ],
  ];

  test('SPAWN-04 a shim below “Program Files” gets every argument as it was written', async () => {
    const path = 'C:\\Program Files\\x & y (1)\\npx.cmd';
    shim(path);
    await home.json(['settings', 'set', JSON.stringify({ runners: [path] })]);
    await home.add('tool', [path, ...nasty]);
    expect((await launchOf('tool')).argv).toEqual(nasty);
    expect(readFileSync(notes, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('SPAWN-04 an argument that no quoting carries through starts nothing, and says so', async () => {
    shim('C:\\tools\\npx.cmd');
    for (const [id, word] of [
      ['broken', 'first line\nsecond'],
      ['long', '%'.repeat(2_000)],
    ] as const) {
      await home.add(id, ['npx', word]);
      const ended = await home.run(['call', id, 'launch']);
      expect(ended.code).toBe(5);
      expect(ended.stderr).toContain('Windows batch file');
    }
    expect(existsSync(notes)).toBe(false);
  });
});
