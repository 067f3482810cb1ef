import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminRequest } from './admin-request.ts';
import { GatehouseHome, type Running } from './gatehouse-home.ts';

const echo = fileURLToPath(new URL('../../fixtures/servers/echo-launch.mjs', import.meta.url));
/** Not like any token, so that only knowing the value can find it. */
const VALUES = {
  PLAIN_WORD: 'cormorant harbour 7',
  SLASHED: 'a+b/c==%&"\\ü',
  IN_ARGV: 'quillwort-entry',
};

/** Every spelling in which a value could get out. */
const spellings = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
  Buffer.from(value).toString('base64url'),
];

describe.each([
  ['the file that the person chose', {}, 'file'],
  ...(process.env['GATEHOUSE_TEST_SECRET_SERVICE'] === '1'
    ? ([
        [
          'a real keychain',
          { DBUS_SESSION_BUS_ADDRESS: process.env['DBUS_SESSION_BUS_ADDRESS'] },
          'keychain',
        ],
      ] as const)
    : []),
] as const)('secrets kept in %s', (_, environment, store) => {
  let home: GatehouseHome;
  let serve: Running;
  const answers: string[] = [];
  const headers: string[] = [];
  const web = createServer((request, response) => {
    headers.push(request.headers.authorization ?? '');
    response.writeHead(401).end();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const { port } = web.address() as AddressInfo;
    home = new GatehouseHome(environment);
    serve = home.start(['serve']);
    await serve.says('owns this home');
    const chosen = await home.run(['secret', 'store', store]);
    expect(chosen.code, chosen.stderr).toBe(0);
    for (const [name, value] of Object.entries(VALUES)) {
      const set = await home.run(['secret', 'set', name], value);
      expect(set.code, set.stderr).toBe(0);
      answers.push(set.stdout, set.stderr);
    }
    await home.add(
      'echo',
      ['node', echo, '--key=${IN_ARGV}'],
      ['--env-key', 'PLAIN_WORD', '--env-key', 'SLASHED'],
    );
    const url = `http://127.0.0.1:${port}/mcp`;
    const shown = await home.run([
      'server',
      'add',
      'web',
      '--http',
      url,
      '--bearer-key',
      'PLAIN_WORD',
      '--json',
    ]);
    const hash = /"launch_hash": "([0-9a-f]{64})"/.exec(shown.stdout)?.[1] ?? '';
    await home.run([
      'server',
      'add',
      'web',
      '--http',
      url,
      '--bearer-key',
      'PLAIN_WORD',
      '--confirm',
      hash,
    ]);
    for (const line of [
      ['probe', 'echo'],
      ['probe', 'web'],
      ['server', 'list', '--json'],
      ['server', 'show', 'echo', '--json'],
      ['server', 'log', 'echo'],
      ['doctor'],
      ['secret', 'list'],
      ['journal', 'list', '--json', '--limit', '500'],
      // A path that does not exist, spelled with a secret: errors must not repeat it.
      ['call', 'echo', 'launch', '--args', JSON.stringify({ note: VALUES.PLAIN_WORD })],
    ]) {
      const ended = await home.run(line);
      if (line[0] !== 'call') answers.push(ended.stdout, ended.stderr);
    }
    for (const path of [
      '/mcp',
      '/mcp/echo',
      '/mcp/echo/launch',
      '/mcp/echo/log',
      '/status',
      '/doctor',
      '/settings',
      '/trust',
      '/secrets',
      '/journal?limit=500',
    ])
      answers.push(JSON.stringify((await adminRequest(home, 'GET', path)).body));
  });
  afterAll(async () => {
    web.close();
    await home.close();
  });

  test('they do reach the server they are for, and only as named', async () => {
    const ended = await home.run(['call', 'echo', 'launch', '--json']);
    expect(ended.stdout).toContain(VALUES.PLAIN_WORD);
    expect(ended.stdout).toContain(`--key=${VALUES.IN_ARGV}`);
    expect(headers).toContain(`Bearer ${VALUES.PLAIN_WORD}`);
  });

  test('no file under the home holds a value, but the store itself', () => {
    const found = home
      .files()
      .filter((path) => store === 'keychain' || !path.endsWith('/.env'))
      .flatMap((path) => {
        const bytes = readFileSync(path);
        return Object.entries(VALUES).flatMap(([name, value]) =>
          spellings(value)
            .filter((text) => bytes.includes(text))
            .map((text) => `${name} as ${text} in ${path}`),
        );
      });
    expect(found).toEqual([]);
    if (store === 'file') expect(home.read('.env')).toContain('PLAIN_WORD');
  });

  test('no answer of the command line, no log and no answer of the admin door holds one', () => {
    const all = answers.join('\n');
    const found = Object.values(VALUES)
      .flatMap(spellings)
      .filter((text) => all.includes(text));
    expect(found).toEqual([]);
  });
});

test('a value is masked also where no server has used it yet in this process', async () => {
  const home = new GatehouseHome();
  try {
    await home.run(['secret', 'store', 'file']);
    await home.run(['secret', 'set', 'UNUSED'], VALUES.PLAIN_WORD);
    await home.add('echo', ['node', echo]);
    const call = ['call', 'echo', 'launch', '--args', JSON.stringify({ note: VALUES.PLAIN_WORD })];
    expect((await home.run(call)).code).toBe(0);
    const journal = await home.run(['journal', 'list', '--json']);
    expect(journal.stdout).toContain('[secret UNUSED]');
    expect(journal.stdout).not.toContain(VALUES.PLAIN_WORD);
  } finally {
    await home.close();
  }
});
