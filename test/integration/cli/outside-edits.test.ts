import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRequest } from './admin-request.ts';
import { eventually, field, GatehouseHome, list } from './gatehouse-home.ts';

const echo = fileURLToPath(new URL('../../fixtures/servers/echo-launch.mjs', import.meta.url));

let home: GatehouseHome;
const file = () => join(home.path, 'mcp_servers.json');
const edit = (from: string | RegExp, to: string) => {
  const before = readFileSync(file(), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(file(), after);
};
const shown = () => home.json(['server', 'show', 'echo']);
const launches = async () => list(await home.json(['journal', 'list', '--kind', 'launch'])).length;

beforeEach(async () => {
  home = new GatehouseHome();
  await home.add('echo', ['node', echo, 'one'], ['--env', 'LEVEL=info']);
  await home.start(['serve']).says('owns this home');
  // The owner looks at every confirmed server once when it starts; what is counted comes after that.
  await eventually(async () => (field(await shown(), 'probe') === null ? undefined : true));
});
afterEach(() => home.close());

describe('the registry edited by hand while a process owns the home', () => {
  test('a changed argv puts the server back to unconfirmed: shown, asked for, not spawned', async () => {
    expect((await home.run(['probe', 'echo'])).code).toBe(0);
    const before = await launches();
    edit('"one"', '"two"');
    expect(field(await shown(), 'trust')).toBe('changed');
    expect(JSON.stringify(field(await shown(), 'changes'))).toContain('two');
    for (const line of [
      ['probe', 'echo'],
      ['call', 'echo', 'launch'],
      ['server', 'connect', 'echo'],
    ])
      expect((await home.run(line)).code, line.join(' ')).toBe(4);
    expect(await launches()).toBe(before);
    const launch = await home.json(['server', 'confirm', 'echo'], 4);
    expect(
      (await home.run(['server', 'confirm', 'echo', String(field(launch, 'launch_hash'))])).code,
    ).toBe(0);
    expect((await home.run(['call', 'echo', 'launch'])).stdout).toContain('two');
  });

  test('a plain env value changed from outside: the server does not start', async () => {
    const before = await launches();
    edit('"LEVEL": "info"', '"LEVEL": "debug"');
    const ended = await home.run(['call', 'echo', 'launch']);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain('unconfirmed');
    expect(await launches()).toBe(before);
  });

  test('enabled: false applies at once, without anybody accepting it', async () => {
    expect((await home.run(['server', 'connect', 'echo'])).code).toBe(0);
    edit('"enabled": true', '"enabled": false');
    await eventually(async () =>
      field(field(await shown(), 'connection'), 'state') === 'stopped' ? true : undefined,
    );
    const ended = await home.run(['call', 'echo', 'launch']);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain('disabled');
  });

  test('a risk override from outside changes nothing until it is accepted', async () => {
    expect((await home.run(['tool', 'risk', 'echo', 'launch', 'high'])).code).toBe(0);
    const risk = async () => field(list(await home.json(['tools', 'echo']))[0], 'risk');
    expect(await risk()).toBe('high');
    edit('"launch": "high"', '"launch": "low"');
    expect(field(await shown(), 'trust')).toBe('pending');
    expect(await risk()).toBe('high');
    const [item] = list(await home.json(['trust', 'list']));
    expect(field(item, 'item')).toBe('server:echo');
    expect(JSON.stringify(field(item, 'changes'))).toContain('low');
    expect((await home.run(['trust', 'accept', 'server:echo'])).code).toBe(0);
    expect(await risk()).toBe('low');
  });

  test('a new sign-in from outside is a new launch: nothing runs under it', async () => {
    edit('"transport"', '"auth": {"kind": "env_bearer", "env_key": "THEIRS"},\n    "transport"');
    expect(field(await shown(), 'trust')).toBe('changed');
    expect((await home.run(['probe', 'echo'])).code).toBe(4);
  });

  test('a broken file is reported with line and column, never overwritten, and what ran goes on', async () => {
    edit('"transport"', '"transport" "stdio",,');
    const broken = readFileSync(file(), 'utf8');
    const answer = await adminRequest(home, 'GET', '/mcp');
    expect(field(field(answer.body, 'problem'), 'line')).toEqual(expect.any(Number));
    expect((await home.run(['server', 'disable', 'echo'])).code).not.toBe(0);
    expect(readFileSync(file(), 'utf8')).toBe(broken);
  });
});

describe('policy and agents edited from outside', () => {
  test('a policy holds only once it is accepted', async () => {
    writeFileSync(
      join(home.path, 'policy.yml'),
      'version: 1\nrules:\n  - {id: no-launch, effect: deny, tools: [launch], reason: not today}\n',
    );
    expect((await home.run(['call', 'echo', 'launch'])).code).toBe(0);
    expect((await home.run(['trust', 'accept', 'file:policy.yml'])).code).toBe(0);
    const denied = await home.run(['call', 'echo', 'launch']);
    expect(denied.code).toBe(4);
    expect(denied.stderr).toContain('no-launch');
    writeFileSync(join(home.path, 'policy.yml'), 'version: 1\nrules: []\n');
    expect((await home.run(['call', 'echo', 'launch'])).code).toBe(4);
  });

  test('an agent file may do nothing until it is accepted, and later edits wait again', async () => {
    mkdirSync(join(home.path, 'agents'), { recursive: true });
    const profile = join(home.path, 'agents', 'reader.yml');
    writeFileSync(profile, 'name: reader\nmcp:\n  online_tool: {echo: ["nothing"]}\n');
    const call = () => home.run(['call', 'echo', 'launch', '--agent', 'reader']);
    expect((await call()).code).not.toBe(0);
    expect((await home.run(['trust', 'accept', 'file:agents/reader.yml'])).code).toBe(0);
    expect((await call()).code).toBe(4);
    writeFileSync(profile, 'name: reader\nmcp:\n  online_tool: {echo: ["*"]}\n');
    expect((await call()).code).toBe(4);
    expect((await home.run(['trust', 'accept', 'file:agents/reader.yml'])).code).toBe(0);
    expect((await call()).code).toBe(0);
  });
});
