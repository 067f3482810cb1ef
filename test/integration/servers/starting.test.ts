import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Registration } from '../../../src-main/registry/registration.ts';
import type { ConnectionState } from '../../../src-main/servers/connection.ts';
import { createLaunchEnvironment } from '../../../src-main/servers/tool-process.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import {
  call,
  fixture,
  isRunning,
  must,
  openBench,
  PERSON,
  stdio,
  toolNames,
  until,
} from './harness.ts';

const bad = (as: string, ...more: string[]) => fixture('misbehave.mjs', `--as=${as}`, ...more);
const quick = { timeouts: { start_s: 1 } };

test.each([
  ['exits-1', 'exited', { exit_code: 1, last_line: 'API key missing' }],
  ['never-answers', 'start_timeout', { limit_s: 1 }],
  ['never-reads', 'start_timeout', { limit_s: 1 }],
  ['odd-initialize', 'protocol', {}],
  ['refuses-initialize', 'protocol', {}],
  ['future-only', 'protocol', { server_version: '2031-01-01' }],
])('a server that %s fails as %s', async (as, code, params) => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad(as), quick));
  const result = await bench.supervisor.connect('s');
  expect(result).toMatchObject({ ok: false, failure: { code } });
  if (!result.ok) expect(result.failure.params ?? {}).toMatchObject(params);
  expect(bench.supervisor.state('s')).toMatchObject({ state: 'failed', failure: { code } });
  const stops = bench.journalOf('stop');
  expect(stops).toHaveLength(bench.journalOf('launch').length);
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'a server that answers with version %s is taken at its word',
  async (version) => {
    const bench = await openBench();
    await bench.addConfirmed('s', stdio(fixture('tools.mjs', `--version=${version}`)));
    const link = must(await bench.supervisor.connect('s'));
    expect(link.protocol_version).toBe(version);
    expect(await toolNames(link)).toContain('echo');
  },
);

test.each(['1.0', '2099-01-01'])(
  'a server that answers with version %s is refused with both versions named',
  async (version) => {
    const bench = await openBench();
    await bench.addConfirmed('s', stdio(fixture('tools.mjs', `--version=${version}`)));
    const result = await bench.supervisor.connect('s');
    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'protocol', params: { server_version: version } },
    });
    if (!result.ok) expect(result.failure.message).toContain('2025-11-25');
  },
);

test('a server that ends when asked for its era gets one more start, and is remembered', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('exits-on-probe')));
  expect(await toolNames(must(await bench.supervisor.connect('s')))).toEqual(['ping_ok']);
  expect(bench.journalOf('launch')).toHaveLength(2);
  await bench.supervisor.disconnect('s');
  must(await bench.supervisor.connect('s'));
  expect(bench.journalOf('launch')).toHaveLength(3);
});

test('a server that never answers the question for its era still connects, as one process', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('silent-on-probe')));
  expect(await toolNames(must(await bench.supervisor.connect('s')))).toEqual(['ping_ok']);
  expect(bench.journalOf('launch')).toHaveLength(1);
});

test('a server of the newer era only that starts late and in silence is still understood', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('late-modern', '--wait=4000')));
  const link = must(await bench.supervisor.connect('s'));
  expect(link.protocol_version).toBe('2026-07-28');
  expect(await toolNames(link)).toEqual(['late']);
});

test('other text on stdout is survived, and the first of it noted', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('junk')));
  expect(await toolNames(must(await bench.supervisor.connect('s')))).toEqual(['ping_ok']);
  await until(() => bench.supervisor.log('s').lines.some((line) => line.includes('Welcome')));
});

test('messages in one array, and answers with the number as text, are understood', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('batch')));
  expect(await toolNames(must(await bench.supervisor.connect('s')))).toEqual(['ping_ok']);
});

test('a line without an end is cut off with flat memory', async () => {
  const bench = await openBench({ message_max_bytes: 8 * 1024 * 1024 });
  await bench.addConfirmed('s', stdio(bad('endless-line')));
  const before = process.memoryUsage().rss;
  const result = await bench.supervisor.connect('s');
  expect(result).toMatchObject({ ok: false, failure: { code: 'message_too_large' } });
  expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
});

test('what a server says before it starts is kept, bounded, and a 5 MB line harms nothing', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('chatty-start')));
  must(await bench.supervisor.connect('s'));
  await until(() => bench.supervisor.log('s').lines.includes('after the long line'));
  const { lines, dropped } = bench.supervisor.log('s');
  expect(lines.length).toBeLessThanOrEqual(1000);
  expect(dropped).toBeGreaterThan(1000);
});

test('tools/list that a server refuses or never offered is an empty list', async () => {
  const bench = await openBench();
  await bench.addConfirmed('refuses', stdio(bad('refuses-lists')));
  await bench.addConfirmed('resources', stdio(bad('resources-only')));
  expect(await toolNames(must(await bench.supervisor.connect('refuses')))).toEqual([]);
  const link = must(await bench.supervisor.connect('resources'));
  expect(await toolNames(link)).toEqual([]);
  expect(bench.supervisor.state('resources')).toMatchObject({ state: 'ready' });
});

test('a slow first start goes on while stderr shows life, and is shown as installing', async () => {
  const bench = await openBench();
  await bench.addConfirmed('slow', stdio(bad('slow-start', '--steps=8'), quick));
  await bench.addConfirmed('other', stdio(fixture('tools.mjs')));
  const states: ConnectionState[] = [];
  bench.supervisor.changed.subscribe(({ id }) => {
    if (id === 'slow') states.push(bench.supervisor.state(id));
  });
  const starting = bench.supervisor.connect('slow');
  must(await bench.supervisor.connect('other'));
  expect(bench.supervisor.state('slow').state).not.toBe('ready');
  expect(await toolNames(must(await starting))).toEqual(['ping_ok']);
  const installing = states.filter((state) => state.state === 'installing');
  expect(installing.length).toBeGreaterThan(2);
  expect(installing[0]).toMatchObject({ last_line: expect.stringMatching(/^downloading \d/) });
  expect(bench.journalOf('launch').filter((entry) => entry.server_id === 'slow')).toHaveLength(1);
});

test('signs of life extend a start ten times at most', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('installs-for-ever'), quick));
  const began = performance.now();
  const result = await bench.supervisor.connect('s');
  expect(result).toMatchObject({ ok: false, failure: { code: 'start_timeout' } });
  expect(performance.now() - began).toBeGreaterThan(9_000);
  expect(performance.now() - began).toBeLessThan(16_000);
  // The record says why it was ended, and what it said last.
  expect(bench.journalOf('stop')).toMatchObject([
    { outcome: 'start_timeout', detail: { last_words: Array(5).fill('still installing') } },
  ]);
});

test('nothing is started that is unconfirmed, disabled, changed, or not on the list', async () => {
  const bench = await openBench();
  const argv = fixture('tools.mjs', `--notes=${bench.notes}`);
  await bench.add('new', stdio(argv));
  await bench.addConfirmed('off', stdio(argv, { enabled: false }));
  await bench.addConfirmed('edited', stdio(argv));
  must(await bench.registry.edit('edited', { env: { A: '1' } }, PERSON));
  await bench.addConfirmed('strange', stdio(['/usr/bin/env', ...argv]));
  const codes: Record<string, unknown> = {};
  for (const id of ['new', 'off', 'edited', 'strange', 'missing']) {
    const result = await bench.supervisor.connect(id);
    codes[id] = result.ok ? 'connected' : result.failure.code;
  }
  expect(codes).toEqual({
    new: 'unconfirmed',
    off: 'disabled',
    edited: 'unconfirmed',
    strange: 'runner_not_allowed',
    missing: 'not_found',
  });
  expect(bench.readNotes()).toEqual([]);
  expect(bench.journalOf('launch')).toEqual([]);
});

test('a command that leads elsewhere than when it was confirmed asks again', async () => {
  const bench = await openBench();
  const bin = join(bench.folder, 'bin');
  mkdirSync(bin);
  copyFileSync('/bin/true', join(bin, 'one'));
  copyFileSync('/bin/true', join(bin, 'two'));
  symlinkSync(join(bin, 'one'), join(bin, 'tool'));
  bench.allow(join(bin, 'tool'));
  await bench.addConfirmed('s', stdio([join(bin, 'tool')]));
  unlinkSync(join(bin, 'tool'));
  symlinkSync(join(bin, 'two'), join(bin, 'tool'));
  const result = await bench.supervisor.connect('s');
  expect(result).toMatchObject({
    ok: false,
    failure: { code: 'unconfirmed', params: { before: join(bin, 'one'), after: join(bin, 'two') } },
  });
  expect(bench.journalOf('launch')).toEqual([]);
});

test('a link that is turned while a start is under way runs what was confirmed', async () => {
  const place = tempFolder();
  const good = join(place, 'good');
  const evil = join(place, 'evil');
  const link = join(place, 'tool');
  const script = (name: string) =>
    `#!/bin/sh\necho ${name} >> ${place}/ran\nexec "${process.execPath}" "${fixture('tools.mjs')[1]}"\n`;
  for (const path of [good, evil]) writeFileSync(path, script(path), { mode: 0o755 });
  symlinkSync(good, link);
  const bench = await openBench({
    onSecretsRead: () => {
      unlinkSync(link);
      symlinkSync(evil, link);
    },
  });
  bench.allow(link);
  await bench.addConfirmed('s', stdio([link]));
  must(await bench.supervisor.connect('s'));
  expect(readFileSync(join(place, 'ran'), 'utf8')).toBe(`${good}\n`);
  expect(bench.journalOf('launch')).toMatchObject([{ detail: { executable: good } }]);
});

test('a program that goes by the name it is called by still sees that name', async () => {
  const bench = await openBench();
  const link = join(bench.folder, 'by-another-name');
  symlinkSync(process.execPath, link);
  bench.allow(link);
  await bench.addConfirmed('s', stdio([link, ...fixture('tools.mjs').slice(1)]));
  const started = must(await bench.supervisor.connect('s'));
  expect(readFileSync(`/proc/${started.pid}/cmdline`, 'utf8').split('\0')[0]).toBe(link);
});

test('a command is found on the login shell’s path, in spite of noise in its rc files', async () => {
  const place = tempFolder();
  const shell = join(place, 'shell');
  writeFileSync(
    shell,
    `#!/bin/sh\necho "Welcome, PATH=/nowhere"\nPATH="${place}:$PATH" exec /bin/sh -c "$2"\n`,
  );
  writeFileSync(
    join(place, 'npx'),
    `#!/bin/sh\nexec "${process.execPath}" "${fixture('tools.mjs')[1]}"\n`,
  );
  chmodSync(shell, 0o755);
  chmodSync(join(place, 'npx'), 0o755);
  const bench = await openBench({ own: { PATH: '/usr/bin:/bin', SHELL: shell, HOME: place } });
  await bench.addConfirmed('s', stdio(['npx', '-y', 'pkg']));
  expect(await toolNames(must(await bench.supervisor.connect('s')))).toContain('echo');
});

test('a command that is nowhere is named with the folders searched, at once', async () => {
  const bench = await openBench({ own: { PATH: '/usr/bin:/bin', SHELL: '' }, runners: ['uvx'] });
  await bench.addConfirmed('s', stdio(['uvx', 'thing']));
  const began = performance.now();
  const result = await bench.supervisor.connect('s');
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(result).toMatchObject({
    ok: false,
    failure: {
      code: 'command_not_found',
      message: expect.stringContaining('uvx'),
      fix: expect.stringContaining('/usr/bin, /bin'),
    },
  });
});

test('a shell that hangs is given up at the limit, and what it started is ended', async () => {
  const folder = tempFolder();
  const shell = join(folder, 'shell');
  writeFileSync(shell, `#!/bin/sh\necho $$ > ${join(folder, 'pid')}\nsleep 60\n`);
  chmodSync(shell, 0o755);
  const read = createLaunchEnvironment({
    own: { SHELL: shell, PATH: '/usr/bin:/bin' },
    home: folder,
    shell_limit_ms: 400,
  });
  const began = performance.now();
  const [first, second] = await Promise.all([read(), read()]);
  expect(first).toBe(second);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(first.base['PATH']).toContain('/usr/bin:/bin');
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await until(() => !isRunning(pid));
});

test('a launch is described without starting anything', async () => {
  const bench = await openBench();
  const argv = fixture('tools.mjs', `--notes=${bench.notes}`, '--api-key=abc');
  const draft = (command_argv: string[]) => Registration.parse(stdio(command_argv));
  const fine = await bench.describeLaunch('s', draft(argv));
  expect(fine).toMatchObject({ executable: realpathSync(process.execPath), refusal: null });
  expect(fine.warnings.map(({ code }) => code)).toEqual(['secret_in_argv']);
  const missing = await bench.describeLaunch('s', draft(['npx-nowhere']));
  expect(missing).toMatchObject({ executable: null, refusal: { code: 'runner_not_allowed' } });
  expect(missing.warnings.map(({ code }) => code)).toEqual(['not_found_on_path']);
  const url = Registration.parse({ transport: 'http', url: 'http://example.com/mcp' });
  const remote = await bench.describeLaunch('s', url);
  expect(remote).toMatchObject({ executable: null, warnings: [{ code: 'plain_http' }] });
  expect(bench.readNotes()).toEqual([]);
});

test('the child gets a small environment, its own values and the named secrets only', async () => {
  const bench = await openBench({
    own: {
      ...process.env,
      SHELL: '',
      GATEHOUSE_HOME: '/secret/home',
      NODE_OPTIONS: '--max-old-space-size=512',
      ELECTRON_RUN_AS_NODE: '1',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/x',
      MY_PRIVATE: 'not for children',
      CITY: 'Bern',
    },
  });
  must(await bench.secrets.set('API_TOKEN', 'tok-5f2c9a-very-secret'));
  must(await bench.secrets.set('OTHER_TOKEN', 'other-secret-value'));
  await bench.addConfirmed(
    's',
    stdio(fixture('tools.mjs', '--print-env', '--city=${CITY:-Chur}', `--notes=${bench.notes}`), {
      env: { PLAIN: 'yes ${CITY:-x} $${CITY}', ELECTRON_RUN_AS_NODE: '1' },
      env_keys: ['API_TOKEN'],
    }),
  );
  const link = must(await bench.supervisor.connect('s'));
  await call(link, 'echo');
  await until(() => bench.supervisor.log('s').lines.some((line) => line.startsWith('ENV ')));
  const line = bench.supervisor.log('s').lines.find((text) => text.startsWith('ENV ')) ?? '';
  expect(line).not.toContain('very-secret');
  const env = JSON.parse(line.slice(4).replaceAll(/"\[secret [^\]]*\]"/g, '"[secret]"'));
  expect(env).toMatchObject({ PLAIN: 'yes Bern ${CITY}', ELECTRON_RUN_AS_NODE: '1' });
  expect(Object.keys(env)).toEqual(expect.arrayContaining(['API_TOKEN', 'PATH', 'HOME']));
  for (const name of [
    'GATEHOUSE_HOME',
    'NODE_OPTIONS',
    'DBUS_SESSION_BUS_ADDRESS',
    'MY_PRIVATE',
    'OTHER_TOKEN',
  ]) {
    expect(env).not.toHaveProperty(name);
  }
  expect(bench.readNotes()[0]).toContain('--city=Chur');
});

test('a missing secret or an unset placeholder is named, and nothing is started', async () => {
  const bench = await openBench();
  await bench.addConfirmed('secret', stdio(fixture('tools.mjs'), { env_keys: ['NO_SUCH_KEY'] }));
  await bench.addConfirmed('unset', stdio(fixture('tools.mjs'), { env: { A: '${NO_SUCH_VAR}' } }));
  expect(await bench.supervisor.connect('secret')).toMatchObject({
    ok: false,
    failure: { code: 'secret_missing', params: { name: 'NO_SUCH_KEY' } },
  });
  expect(await bench.supervisor.connect('unset')).toMatchObject({
    ok: false,
    failure: { code: 'placeholder_unset', params: { field: 'env.A', name: 'NO_SUCH_VAR' } },
  });
  expect(bench.journalOf('launch')).toEqual([]);
  must(await bench.secrets.set('NO_SUCH_KEY', 'now-there-is-one'));
  must(await bench.supervisor.connect('secret'));
});

test.each([
  ['an argument', ['${PICKED}'], ''],
  ['the folder', [], '/tmp/${PICKED}'],
])('Gatehouse’s own environment never fills in %s', async (_name, words, cwd) => {
  const bench = await openBench({ own: { ...process.env, SHELL: '', PICKED: '/evil.mjs' } });
  await bench.addConfirmed('s', stdio([process.execPath, ...words, 'x.mjs'], { cwd }));
  expect(await bench.supervisor.connect('s')).toMatchObject({
    ok: false,
    failure: { code: 'placeholder_unset', params: { name: 'PICKED' } },
  });
  expect(bench.journalOf('launch')).toEqual([]);
});

test('a variable that only names itself gets what is set outside, never its own placeholder', async () => {
  const bench = await openBench({ own: { ...process.env, SHELL: '', CITY: 'Bern' } });
  const argv = fixture('tools.mjs', '--print-env');
  await bench.addConfirmed('s', stdio(argv, { env: { CITY: '${CITY}' } }));
  const link = must(await bench.supervisor.connect('s'));
  await call(link, 'echo');
  const said = () => bench.supervisor.log('s').lines.find((line) => line.startsWith('ENV '));
  await until(() => said() !== undefined);
  expect(said()).toContain('"CITY":"Bern"');
  await bench.addConfirmed('unset', stdio(argv, { env: { GH_NOWHERE: '${GH_NOWHERE}' } }));
  expect(await bench.supervisor.connect('unset')).toMatchObject({
    failure: { code: 'placeholder_unset', params: { field: 'env.GH_NOWHERE' } },
  });
});

test('many callers share one start, and one of them going away does not end it', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(fixture('tools.mjs', `--notes=${bench.notes}`)));
  const impatient = new AbortController();
  const waiting = Array.from({ length: 10 }, () => bench.supervisor.connect('s'));
  const gone = bench.supervisor.connect('s', impatient.signal);
  impatient.abort();
  expect(await gone).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  const links = await Promise.all(waiting);
  expect(new Set(links.map((link) => must(link).link_id)).size).toBe(1);
  expect(bench.readNotes()).toHaveLength(1);
});

test('a start that nobody waits for any more is ended', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(bad('never-answers')));
  const stop = new AbortController();
  const starting = bench.supervisor.connect('s', stop.signal);
  await until(() => bench.journalOf('launch').length === 1);
  stop.abort();
  expect(await starting).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  await until(() => bench.journalOf('stop').length === 1);
  await until(() => bench.supervisor.state('s').state === 'stopped');
});

test('a crash is no loop: the next use starts it again after a pause that doubles', async () => {
  const clock = fakeClock();
  const bench = await openBench({ clock });
  await bench.addConfirmed('s', stdio(bad('exits-1')));
  const launches = () => bench.journalOf('launch').length;
  await bench.supervisor.connect('s');
  const first = launches();
  for (const [pause, meanwhile, then] of [
    [1_000, 'breaker_open', 'exited'],
    [2_000, 'breaker_open', 'crash_loop'],
    [4_000, 'crash_loop', 'crash_loop'],
  ] as const) {
    const before = launches();
    expect(await bench.supervisor.connect('s')).toMatchObject({
      ok: false,
      failure: { code: meanwhile, params: { reason: 'exited', retry_in_s: pause / 1000 } },
    });
    expect(launches()).toBe(before);
    clock.advance(pause);
    expect(await bench.supervisor.connect('s')).toMatchObject({ failure: { code: then } });
    expect(launches()).toBe(before + first);
  }
  expect(bench.supervisor.state('s')).toMatchObject({
    state: 'failed',
    retry_at: clock.now() + 8_000,
    failure: {
      code: 'crash_loop',
      message: expect.stringContaining('4 times in a row'),
      params: { count: 4, last_lines: expect.stringContaining('first line\nAPI key missing') },
    },
  });
  await bench.supervisor.disconnect('s');
  expect(await bench.supervisor.connect('s')).toMatchObject({ failure: { code: 'exited' } });
});

test('a change to one server leaves another’s process and its running call alone', async () => {
  const bench = await openBench();
  const argv = fixture('tools.mjs');
  await bench.addConfirmed('a', stdio(argv));
  await bench.addConfirmed('b', stdio(argv));
  must(await bench.supervisor.connect('a'));
  const b = must(await bench.supervisor.connect('b'));
  const slow = call(b, 'with_progress');
  must(await bench.registry.edit('a', { enabled: false }, PERSON));
  must(await bench.registry.edit('a', { enabled: true, name: 'Renamed' }, PERSON));
  must(await bench.registry.edit('b', { name: 'A new name', timeouts: { call_s: 7 } }, PERSON));
  await bench.supervisor.reconcile();
  expect(await slow).toMatchObject({ outcome: 'answered' });
  expect(bench.supervisor.state('b')).toMatchObject({ state: 'ready', pid: b.pid });
  expect(bench.supervisor.state('a')).toEqual({ state: 'stopped' });
});

test('an idle server is stopped, but not while it is used', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(fixture('tools.mjs'), { timeouts: { idle_s: 1 } }));
  const used = await bench.supervisor.use('s', new AbortController().signal, async (link) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return await call(link, 'echo');
  });
  expect(must(used)).toMatchObject({ outcome: 'answered' });
  await until(() => bench.supervisor.state('s').state === 'stopped', 4_000);
  must(await bench.supervisor.connect('s'));
});

test('launch and stop are journaled with what was run, and without secrets', async () => {
  const bench = await openBench();
  must(await bench.secrets.set('TOKEN_X', 'sssh-it-is-a-secret'));
  await bench.addConfirmed(
    's',
    stdio(fixture('tools.mjs', '--token=${TOKEN_X}'), { env_keys: ['TOKEN_X'] }),
  );
  const link = must(await bench.supervisor.connect('s'));
  await bench.supervisor.disconnect('s');
  const entries = bench.journalOf('launch', 'stop');
  expect(entries.map((entry) => entry.kind)).toEqual(['stop', 'launch']);
  expect(entries[0]).toMatchObject({ outcome: 'cancelled', detail: { pid: link.pid } });
  expect(entries[1]).toMatchObject({ detail: { env_names: ['TOKEN_X'], transport: 'stdio' } });
  expect(JSON.stringify(entries)).not.toContain('sssh-it');
});

test('a caller that comes while an abandoned start is ended gets a start of its own', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(fixture('tools.mjs', `--notes=${bench.notes}`)));
  const stop = new AbortController();
  const abandoned = bench.supervisor.connect('s', stop.signal);
  stop.abort();
  await abandoned;
  expect(must(await bench.supervisor.connect('s')).pid).not.toBeNull();
});

test('a server that stops reading holds calls back, and they are checked when they go', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(fixture('tools.mjs', `--notes=${bench.notes}`)));
  const link = must(await bench.supervisor.connect('s'));
  process.kill(link.pid ?? 0, 'SIGSTOP');
  const filler = call(link, 'echo', { filler: 'x'.repeat(3_000_000) });
  let checked = 0;
  const held = call(
    link,
    'fails',
    {},
    {
      beforeSend: () => {
        checked += 1;
        return { ok: false, failure: { code: 'disabled', message: 'Switched off meanwhile.' } };
      },
    },
  );
  const gaveUp = new AbortController();
  const cancelled = call(link, 'odd', {}, { signal: gaveUp.signal });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(checked).toBe(0);
  gaveUp.abort();
  expect(await cancelled).toMatchObject({ outcome: 'not_sent', failure: { code: 'cancelled' } });
  process.kill(link.pid ?? 0, 'SIGCONT');
  expect(await filler).toMatchObject({ outcome: 'answered' });
  expect(await held).toMatchObject({ outcome: 'not_sent', failure: { code: 'disabled' } });
  expect(bench.readNotes().filter((note) => note.startsWith('call'))).toEqual(['call echo']);
});

test('a working folder that is not there is said, journaled, and harms nothing', async () => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(fixture('tools.mjs'), { cwd: '/no/such/folder' }));
  expect(await bench.supervisor.connect('s')).toMatchObject({
    ok: false,
    failure: { code: 'spawn_failed', params: { cwd: '/no/such/folder', reason: 'ENOENT' } },
  });
  expect(bench.journalOf('launch', 'stop').map((entry) => entry.kind)).toEqual(['stop', 'launch']);
});
