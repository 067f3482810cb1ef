import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { adminRequest } from '../cli/admin-request.ts';
import { eventually, field } from '../cli/gatehouse-home.ts';
import { freePort } from '../cli/http-peer.ts';
import { commandLines, packageHome, serverPackage, toldOf } from './package-home.ts';

// Each command is a process of its own, and npm another.
vi.setConfig({ testTimeout: 180_000 });

const packageOf = async (home: { json(line: readonly string[]): Promise<unknown> }, id: string) =>
  field(await home.json(['server', 'show', id]), 'package');

test('install scripts are held back, named, and run once a person allows them', async () => {
  const { home, registry } = await packageHome();
  const scripts = { postinstall: "node -e \"fs.writeFileSync('built.txt', 'yes')\"" };
  const extra = `import { existsSync } from 'node:fs';
if (!existsSync(new URL('built.txt', import.meta.url))) { console.error('not built'); process.exit(3); }`;
  registry.publish(serverPackage('told', '1.0.0', { scripts, extra }));
  await home.add('t', ['npx', '-y', 'told@1.0.0']);
  const refused = await home.run(['call', 't', 'told', '--json']);
  expect(refused.code).toBe(5);
  expect(refused.stderr).toContain('package scripts t allow');
  expect(refused.stderr).toContain('told@1.0.0');
  expect(await packageOf(home, 't')).toMatchObject({
    ...{ scripts: ['told@1.0.0'], scripts_allowed: false, installed: true },
  });
  await home.json(['package', 'scripts', 't', 'allow']);
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.0.0');
  expect(await packageOf(home, 't')).toMatchObject({ scripts_allowed: true });
  await home.json(['package', 'scripts', 't', 'deny']);
  expect((await home.run(['call', 't', 'told'])).code).toBe(5);
});

test('a killed installation leaves nothing that is taken for whole, and the next start works', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('told', '1.0.0'));
  await home.add('t', ['npx', '-y', 'told']);
  registry.hang = '.tgz';
  const killed = home.start(['call', 't', 'told']);
  await eventually(() => (registry.fetched('told') > 0 ? true : undefined), 30_000);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const packages = join(home.path, 'state/packages');
  expect(readdirSync(packages)).toEqual([expect.stringMatching(/^\.draft-/)]);
  registry.hang = null;
  expect(toldOf(await home.json(['call', 't', 'told'])).version).toBe('1.0.0');
  expect(readdirSync(packages)).toEqual(['told@1.0.0']);
  // npm of the killed start went with it.
  await eventually(() => (commandLines(`${packages}/.draft`).size === 0 ? true : undefined));
});

test('a registry that never answers ends with the time of the start, and leaves no npm behind', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('told', '1.0.0'));
  await home.add('t', ['npx', '-y', 'told'], ['--start-s', '2']);
  registry.hang = 'told';
  const late = await home.run(['call', 't', 'told', '--json']);
  expect(late.code).toBe(5);
  expect(late.stderr).toContain('start_timeout');
  expect(readdirSync(join(home.path, 'state/packages'))).toEqual([]);
  expect(commandLines('npm install told').size).toBe(0);
});

test('two servers that start at once with the same package install it once', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('told', '1.0.0'));
  await home.add('one', ['npx', '-y', 'told', 'one']);
  await home.add('two', ['npx', '-y', 'told', 'two']);
  const serve = home.start(['serve', '--port', '0']);
  await serve.says('Stop it with');
  const both = await Promise.all(
    ['one', 'two'].map(async (id) => toldOf(await home.json(['call', id, 'told']))),
  );
  expect(both.map(({ args }) => args)).toEqual([['one'], ['two']]);
  expect(registry.fetched('told')).toBe(1);
});

test('what npx alone can do runs as written, and says why', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('told', '1.0.0'));
  await home.add('option', ['npx', '--yes=true', 'told', 'x']);
  await home.add('steered', ['npx', '-y', 'told', 'x'], ['--env', 'npm_config_loglevel=error']);
  for (const [id, code] of [
    ['option', 'other_options'],
    ['steered', 'npm_settings'],
  ] as const) {
    expect(toldOf(await home.json(['call', id, 'told'])).args).toEqual(['x']);
    expect(field(await packageOf(home, id), 'fallback')).toMatchObject({ code });
  }
  const launches = await home.run(['journal', 'list', '--kind', 'launch', '--json']);
  expect(launches.stdout).toContain('other_options');
});

test('a program that node alone does not run is left to npx; one named by -p is run by node', async () => {
  const { home, registry } = await packageHome();
  registry.publish(serverPackage('told', '1.0.0', { bin: { tell: 'server.mjs', other: 'x.mjs' } }));
  const { 'server.mjs': text = '' } = serverPackage('flagged', '1.0.0').files;
  const files = { 'server.mjs': text.replace('env node', 'env -S node --no-warnings') };
  registry.publish({ ...serverPackage('flagged', '1.0.0'), files });
  await home.add('named', ['npx', '-y', '-p', 'told@1', 'tell', 'x']);
  await home.add('flagged', ['npx', '-y', 'flagged', 'x']);
  expect(toldOf(await home.json(['call', 'flagged', 'told'])).args).toEqual(['x']);
  expect((await home.run(['package', 'show', 'flagged'])).stdout).toContain(
    'not run by node alone',
  );
  const told = toldOf(await home.json(['call', 'named', 'told']));
  expect(told).toMatchObject({ args: ['x'], version: '1.0.0' });
  expect(told.path).toContain('told@1.0.0/node_modules/.bin');
});

test('without a registry and without an installed package npx is tried, and then both are told', async () => {
  const { home, registry } = await packageHome();
  await home.add('t', ['npx', '-y', 'told']);
  await registry.stop();
  const failed = await home.run(['call', 't', 'told', '--json']);
  expect(failed.code).toBe(5);
  expect(failed.stderr).toContain('install_failed');
  expect(failed.stderr).toContain('npx failed too');
  await registry.start();
});

test('an installation that fails is not tried again with each call, but after a pause that grows', async () => {
  const { home, registry } = await packageHome();
  await home.add('t', ['npx', '-y', 'told']);
  await registry.stop();
  const owner = home.start(['serve', '--port', String(await freePort())]);
  await owner.says('Stop it with');
  const refused = await eventually(async () => {
    const { body } = await adminRequest(home, 'POST', '/mcp/t/tools/told/call', {
      arguments_json: '{}',
    });
    return String(field(body, 'message')).includes('The next try is possible in')
      ? body
      : undefined;
  }, 60_000);
  expect(refused).toMatchObject({ params: { reason: 'install_failed' } });
  expect(String(field(refused, 'message'))).toContain('Nothing was sent');
  await registry.start();
});
