// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what is tested.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAtTheDoor, adminRequest, tell } from '../cli/admin-request.ts';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NODE = join(root, 'node_modules/.bin/node');
const server = join(root, 'test/fixtures/servers/echo-launch.mjs');

let home: GatehouseHome;
beforeAll(async () => {
  home = new GatehouseHome();
  await home.start(['serve', '--port', '0']).says('Stop it with');
});
afterAll(() => home.close());

const paste = async (value: unknown) =>
  tell(home, 'POST', '/paste', {
    text: typeof value === 'string' ? value : JSON.stringify(value),
  });
const only = async (value: unknown) => {
  const candidates = list(field(await paste(value), 'candidates'));
  expect(candidates).toHaveLength(1);
  return candidates[0];
};
const entry = (command: string, more: object = {}) => ({
  mcpServers: { s: { command, env: {}, ...more } },
});
const argvOf = (candidate: unknown) => field(field(candidate, 'registration'), 'command_argv');
const splitOf = (candidate: unknown) =>
  list(field(candidate, 'suggestions')).find((one) => field(one, 'code') === 'split_command');

function program(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nexec "${NODE}" "${server}" "$@"\n`, { mode: 0o755 });
  return path;
}

describe('SPAWN-06 a whole command line in the command', () => {
  test('SPAWN-06 the split is offered, nothing is cut by itself, and the key of the address goes to the keychain', async () => {
    const candidate = await only(entry('npx -y some-bridge https://h.example/mcp?key=K'));
    const [secret] = list(field(candidate, 'secrets'));
    expect(field(secret, 'value')).toBe('K');
    expect(field(secret, 'place')).toBe('argv');
    const address = `https://h.example/mcp?key=\${${String(field(secret, 'name'))}}`;
    expect(argvOf(candidate)).toEqual([`npx -y some-bridge ${address}`]);
    expect(field(splitOf(candidate), 'argv')).toEqual(['npx', '-y', 'some-bridge', address]);
    expect(JSON.stringify(field(candidate, 'registration'))).not.toContain('key=K');
    expect(JSON.stringify(field(candidate, 'suggestions'))).not.toContain('key=K');
  });

  test.each([
    [
      'node server.js --root "/my files" \'a b\'',
      ['node', 'server.js', '--root', '/my files', 'a b'],
    ],
    ['  uvx   tool@1.2  ', ['uvx', 'tool@1.2']],
    ['/usr/bin/node server.js', ['/usr/bin/node', 'server.js']],
    ['C:\\tools\\node.exe "C:\\my files\\s.js"', ['C:\\tools\\node.exe', 'C:\\my files\\s.js']],
    ['npx\t-y\tpkg', ['npx', '-y', 'pkg']],
    [
      'docker run -i --rm -e "A=1 2" image',
      ['docker', 'run', '-i', '--rm', '-e', 'A=1 2', 'image'],
    ],
  ])(
    'SPAWN-06 %j is offered as its words, before the arguments that stand beside it',
    async (line, words) => {
      const candidate = await only(entry(line, { args: ['--last', 'a b'] }));
      expect(argvOf(candidate)).toEqual([line, '--last', 'a b']);
      expect(field(splitOf(candidate), 'argv')).toEqual([...words, '--last', 'a b']);
    },
  );

  test('SPAWN-06 what only a shell could do is not offered', async () => {
    for (const line of ['npx a | tee log', 'node "open', 'npx a && npx b', 'npx $(cat x)'])
      expect(splitOf(await only(entry(line)))).toBeUndefined();
  });

  test('SPAWN-06 once accepted it runs, and the unsplit one says what is wrong before anything starts', async () => {
    const candidate = await only(entry(`node ${server} one`));
    await addAtTheDoor(home, 'split', {
      command_argv: list(field(splitOf(candidate), 'argv')).map(String),
    });
    const answer = await home.json(['call', 'split', 'launch']);
    expect(JSON.stringify(answer)).toContain('one');
    const registration = field(candidate, 'registration');
    const launch = await tell(home, 'POST', '/preview', { id: 'whole', registration });
    expect(JSON.stringify(field(launch, 'refusal'))).toContain('whole command line');
  });
});

describe('SPAWN-07 a path with blanks is one word', () => {
  const missing = '/Applications/My Tool.app/Contents/MacOS/server';

  test.each([
    ['that does not exist yet', missing],
    ['of Windows', 'C:\\Program Files\\My Tool\\server.exe'],
    ['of the home folder', '~/my tools/server'],
    ['beside the working folder', './my tools/server'],
    ['with a word that looks like an option', '/opt/my tool --beta/server'],
  ])('SPAWN-07 one %s stays whole, and nothing else is offered', async (_what, path) => {
    const candidate = await only(entry(path, { args: ['-v', 'a b'] }));
    expect(argvOf(candidate)).toEqual([path, '-v', 'a b']);
    expect(splitOf(candidate)).toBeUndefined();
  });

  test('SPAWN-07 one that exists stays whole, also when its first word is a program', async () => {
    for (const name of [
      'My Tool.app/Contents/MacOS/server',
      'node tools/server',
      'bin/node server.js',
    ]) {
      const path = program(join(home.work, name));
      const candidate = await only(entry(path));
      expect(argvOf(candidate)).toEqual([path]);
      expect(splitOf(candidate)).toBeUndefined();
      const line = await only(`"${path}" --flag "a b"`);
      expect(argvOf(line)).toEqual([path, '--flag', 'a b']);
    }
  });

  test.each([
    ['that exists', () => program(join(home.work, 'Other Tool.app/Contents/MacOS/server'))],
    ['that does not exist yet', () => missing],
  ])(
    'SPAWN-07 one %s goes through import, edit, the file and import again unchanged',
    async (name, path) => {
      const id = `tool-${name.length}`;
      const argv = [path(), '--name', 'a  b', '', '-', '--', 'x=“y z”', '*'];
      const [command, ...args] = argv;
      const candidate = await only({ mcpServers: { [id]: { command, args } } });
      expect(argvOf(candidate)).toEqual(argv);
      const command_argv = list(argvOf(candidate)).map(String);
      // No runner of the list, so nobody can confirm it yet; it is kept all the same.
      await tell(home, 'POST', '/mcp', { id, registration: { transport: 'stdio', command_argv } });
      await tell(home, 'PUT', `/mcp/${id}`, { changes: { name: 'Renamed' } });
      await home.json(['server', 'edit', id, '--name', 'Renamed again']);
      const stored = field(
        JSON.parse(readFileSync(join(home.path, 'mcp_servers.json'), 'utf8')),
        id,
      );
      expect(field(stored, 'command_argv')).toEqual(argv);
      const shown = await home.json(['server', 'show', id]);
      expect(field(field(shown, 'registration'), 'command_argv')).toEqual(argv);
      expect(argvOf(await only({ [id]: stored }))).toEqual(argv);
    },
  );

  test('SPAWN-07 one that exists runs with every argument exactly as it was pasted', async () => {
    const path = program(join(home.work, 'Third Tool/server'));
    await home.json(['settings', 'set', JSON.stringify({ runners: [path] })]);
    const args = [
      'a b',
      '',
      '-x',
      '--',
      '"quoted" \'twice\'',
      'two\nlines',
      'é漢😀',
      '\\',
      '`id`',
      '*',
    ];
    const candidate = await only(entry(path, { args }));
    const command_argv = list(argvOf(candidate)).map(String);
    expect(command_argv).toEqual([path, ...args]);
    await addAtTheDoor(home, 'third', { command_argv });
    const answer = await home.json(['call', 'third', 'launch']);
    const text = String(field(list(field(answer, 'content'))[0], 'text'));
    expect(JSON.parse(text).argv).toEqual(args);
  });

  test('SPAWN-07 a share of another machine is never looked for', async () => {
    // Were it asked for, the share's machine would learn who pasted.
    for (const path of ['\\\\host.example\\my share\\server.exe', '//host.example/my share/server'])
      expect(argvOf(await only(entry(path)))).toEqual([path]);
  });

  test('SPAWN-07 the command line takes a path with blanks as one word too', async () => {
    const path = program(join(home.work, 'Fourth Tool/server'));
    const shown = await home.json(['server', 'add', 'fourth', '--', path, 'a b'], 4);
    expect(field(shown, 'command_argv')).toEqual([path, 'a b']);
    const bad = await adminRequest(home, 'POST', '/preview', {
      id: 'x',
      registration: { transport: 'stdio', command_argv: `${path} a` },
    });
    expect(bad.status).toBe(400);
  });
});
