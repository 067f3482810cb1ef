import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

const echo = fileURLToPath(new URL('../../fixtures/servers/echo-launch.mjs', import.meta.url));

let home: GatehouseHome;
beforeEach(async () => {
  home = new GatehouseHome({ GH_FROM_ENVIRONMENT: 'from the environment' });
  // Without a keychain service a placeholder could name a secret that cannot be looked up.
  await home.run(['settings', 'set', '{"secret_store":"file"}']);
});
afterEach(() => home.close());

/** argv and the asked-for variables as the started server saw them. */
async function launched(id: string): Promise<{ argv: unknown; env: unknown; cwd: unknown }> {
  const result = await home.json(['call', id, 'launch']);
  const text = String(field(list(field(result, 'content'))[0], 'text'));
  const seen: unknown = JSON.parse(text);
  return { argv: field(seen, 'argv'), env: field(seen, 'env'), cwd: field(seen, 'cwd') };
}

describe('CONF-08 one placeholder syntax in every field, one pass', () => {
  test('CONF-08 names, defaults and the literal form are resolved at launch only', async () => {
    await home.run(['secret', 'set', 'GH_NESTED'], '${HOME} stays');
    await home.add(
      'echo',
      [
        'node',
        echo,
        '${GH_NESTED}',
        '${GH_MISSING:-the default}',
        '$${GH_NESTED}',
        'x-${GH_FROM_ENVIRONMENT:-not from the environment}-y',
        '${GH_OWN}',
      ],
      ['--env', 'SHOWN=${GH_FROM_ENVIRONMENT}', '--env', 'GH_OWN=its own value'],
    );
    const seen = await launched('echo');
    expect(seen.argv).toEqual([
      '${HOME} stays',
      'the default',
      '${GH_NESTED}',
      'x-not from the environment-y',
      'its own value',
    ]);
    expect(field(seen.env, 'SHOWN')).toBe('from the environment');
    const stored = home.read('mcp_servers.json');
    for (const kept of ['${GH_NESTED}', '${GH_MISSING:-the default}', '$${GH_NESTED}'])
      expect(stored).toContain(kept);
    expect(JSON.stringify(await home.json(['server', 'show', 'echo']))).toContain('${GH_NESTED}');
  });

  test.each([
    ['an argument', ['node', echo, '--key=${GH_UNSET}'], []],
    ['a variable', ['node', echo], ['--env', 'SHOWN=${GH_UNSET}']],
    ['the folder', ['node', echo], ['--cwd', '/tmp/${GH_UNSET}']],
    ['an argument, the environment notwithstanding', ['node', '${GH_FROM_ENVIRONMENT}'], []],
  ])('CONF-08 unset in %s: not started, field and name said', async (_, argv, options) => {
    await home.add('echo', argv, options);
    const ended = await home.run(['probe', 'echo']);
    expect(ended.code).toBe(5);
    expect(ended.stdout + ended.stderr).toMatch(/GH_UNSET|GH_FROM_ENVIRONMENT/);
  });

  test('CONF-08 a placeholder of another product in a url or header never leaves the machine', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.url} ${JSON.stringify(request.headers)}`);
      response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      for (const [index, spelling] of [
        '${env:KEY}',
        '${input:key}',
        '%KEY%',
        '${GH_UNSET}',
      ].entries()) {
        const url = `http://127.0.0.1:${port}/mcp?key=${spelling}`;
        const shown = await home.json(['server', 'add', `s${index}`, '--http', url], 4);
        const hash = String(field(shown, 'launch_hash'));
        const added = await home.run([
          'server',
          'add',
          `s${index}`,
          '--http',
          url,
          '--confirm',
          hash,
        ]);
        // Our own spelling may be confirmed, and is looked up at the start; the others never are.
        const isOurs = spelling === '${GH_UNSET}';
        expect(added.code, spelling).toBe(isOurs ? 0 : 5);
        const ended = isOurs ? await home.run(['probe', `s${index}`]) : added;
        expect(ended.code, spelling).toBe(5);
        expect(ended.stdout + ended.stderr, spelling).toMatch(/url/);
      }
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });

  test('CONF-08 the command itself is never expanded', async () => {
    const shown = await home.run(['server', 'add', 'x', '--', '${HOME}/bin/tool']);
    expect(shown.code).toBe(4);
    expect(shown.stderr).toContain('runner_not_allowed');
  });
});
