import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tool } from '../../fakes/link.ts';
import { installed, listedServer, must, NEVER, openBench, PERSON, until } from './bench.ts';

type Bench = Awaited<ReturnType<typeof openBench>>;

/** Adds and confirms a server that offers these tools. */
async function addListed(bench: Bench, id: string, tools: unknown[], ...args: string[]) {
  const file = join(bench.folder, `${id}.json`);
  writeFileSync(file, JSON.stringify({ tools }));
  await bench.parts.add(id, listedServer(file, ...args));
  return file;
}
const launches = ({ parts }: Bench, id: string) =>
  parts.journal.list({ kinds: ['launch'], server_id: id }).total;

describe('real servers', () => {
  test('the filesystem server: 14 tools, writing is high, reading is not', async () => {
    const bench = await openBench();
    await bench.parts.add('files', installed('server-filesystem/dist/index.js', bench.folder));
    const { catalog, supervisor, journal } = bench.parts;
    const report = must(await catalog.probe('files', NEVER));
    expect(report).toMatchObject({
      server_id: 'files',
      status: 'ok',
      reason: null,
      quarantined: [],
      misbehaviour: [],
    });
    expect(report.tools).toHaveLength(14);
    expect(report.latency_ms).toBeGreaterThan(0);
    expect(catalog.tool('files', 'write_file')).toMatchObject({ risk: 'high', state: 'accepted' });
    expect(catalog.tool('files', 'read_text_file')?.risk).toBe('medium');
    expect(supervisor.state('files').state).toBe('stopped');
    expect(catalog.lastProbe('files')).toEqual({ report, stale: false });
    expect(journal.list({ kinds: ['probe'] }).entries).toMatchObject([
      { server_id: 'files', outcome: 'ok', detail: { tools: 14 } },
    ]);

    const writing = catalog.tool('files', 'write_file');
    if (writing === undefined) throw new Error('no write_file');
    expect(await catalog.checkArguments(writing, { path: '/x', content: 'y' })).toMatchObject({
      ok: true,
    });
    const bad = await catalog.checkArguments(writing, { path: 7 });
    expect(bad).toMatchObject({ ok: false, failure: { code: 'bad_arguments' } });
    expect(!bad.ok && bad.failure.message).toMatch(
      /\$\.content is missing.*|\$\.path must be string/,
    );
  });

  test('the memory and the everything server', async () => {
    const bench = await openBench();
    await bench.parts.add('memory', installed('server-memory/dist/index.js'));
    await bench.parts.add('everything', installed('server-everything/dist/index.js'));
    const { catalog } = bench.parts;
    const [memory, everything] = await Promise.all(
      ['memory', 'everything'].map(async (id) => must(await catalog.probe(id, NEVER))),
    );
    expect(memory?.tools).toHaveLength(9);
    expect(catalog.tool('memory', 'delete_entities')?.risk).toBe('high');
    expect(everything?.tools.length).toBeGreaterThanOrEqual(13);
    expect(everything?.resources).toBeGreaterThan(0);
    expect(everything?.prompts).toBeGreaterThan(0);
    expect(catalog.prompts('everything').every(({ state }) => state === 'accepted')).toBe(true);
    expect(catalog.tools().length).toBe(
      (memory?.tools.length ?? 0) + (everything?.tools.length ?? 0),
    );
  });
});

test('two probes at once are one', async () => {
  const bench = await openBench();
  await addListed(bench, 'srv', [tool('a')]);
  const { catalog, journal } = bench.parts;
  const [one, two] = await Promise.all([catalog.probe('srv', NEVER), catalog.probe('srv', NEVER)]);
  expect(must(one)).toEqual(must(two));
  expect(journal.list({ kinds: ['probe'] }).total).toBe(1);
});

test('a server that was running runs on, and one that a call uses meanwhile is not stopped', async () => {
  const bench = await openBench();
  await addListed(bench, 'srv', [tool('a')]);
  const { catalog, supervisor } = bench.parts;
  const probing = catalog.probe('srv', NEVER);
  const link = must(await supervisor.connect('srv'));
  must(await catalog.ensureDiscovered(link, NEVER));
  must(await probing);
  expect(supervisor.state('srv').state).toBe('ready');
  must(await catalog.probe('srv', NEVER));
  expect(supervisor.state('srv').state).toBe('ready');
  expect(must(await supervisor.connect('srv')).link_id).toBe(link.link_id);
});

test('nothing is spawned for what is unconfirmed, disabled or unknown', async () => {
  const bench = await openBench();
  const file = join(bench.folder, 'lists.json');
  writeFileSync(file, '{"tools":[]}');
  const { catalog, registry, confirm, supervisor } = bench.parts;
  must(await registry.add('srv', listedServer(file), PERSON));
  expect(await catalog.probe('srv', NEVER)).toMatchObject({ failure: { code: 'unconfirmed' } });
  await confirm('srv');
  must(await registry.edit('srv', { enabled: false }, PERSON));
  expect(await catalog.probe('srv', NEVER)).toMatchObject({ failure: { code: 'disabled' } });
  expect(await catalog.probe('none', NEVER)).toMatchObject({ failure: { code: 'not_found' } });
  await catalog.startRound(NEVER);
  expect(launches(bench, 'srv')).toBe(0);
  expect(supervisor.state('srv').state).toBe('stopped');
  expect(catalog.lastProbe('srv')).toBeUndefined();
});

test('a server that ends at once is unreachable, and a person may test it again at once', async () => {
  const bench = await openBench();
  const { catalog, registry } = bench.parts;
  const missing = listedServer(join(bench.folder, 'none.json'));
  await bench.parts.add('srv', missing);
  const report = must(await catalog.probe('srv', NEVER));
  expect(report).toMatchObject({ status: 'unreachable', latency_ms: null, tools: [] });
  expect(report.reason?.message).not.toBe('');
  expect(catalog.lastProbe('srv')).toEqual({ report, stale: false });
  const again = must(await catalog.probe('srv', NEVER));
  expect(again.reason?.code).toBe(report.reason?.code);
  must(await registry.edit('srv', { env_keys: ['TOKEN'] }, PERSON));
  expect(catalog.lastProbe('srv')?.stale).toBe(true);
  await bench.parts.confirm('srv');
  expect(must(await catalog.probe('srv', NEVER))).toMatchObject({
    status: 'auth_failed',
    reason: { code: 'secret_missing' },
  });
});

test('a probe can be cancelled while the server keeps silent, and leaves nothing running', async () => {
  const bench = await openBench();
  await addListed(bench, 'srv', [], '--mute');
  const { catalog, supervisor } = bench.parts;
  const steps: string[] = [];
  catalog.progress.subscribe(({ step }) => steps.push(step));
  const probing = catalog.probe('srv', NEVER);
  await until(() => supervisor.state('srv').state === 'ready');
  catalog.cancelProbe('srv');
  expect(await probing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(supervisor.state('srv').state).toBe('stopped');
  expect(catalog.lastProbe('srv')).toBeUndefined();
  expect(steps[0]).toBe('connecting');
});

test('one bad tool is set aside by name and the rest works', async () => {
  const bench = await openBench();
  await addListed(bench, 'srv', [
    tool('good'),
    tool('odd', { inputSchema: { type: 'int' } }),
    tool('fat', { description: 'x'.repeat(300 * 1024) }),
    { name: 'none' },
    tool('good', { title: 'again' }),
  ]);
  const report = must(await bench.parts.catalog.probe('srv', NEVER));
  expect(report.tools.map(({ name }) => name)).toEqual(['good']);
  expect(report.quarantined.map(({ name }) => name).sort()).toEqual(['fat', 'none', 'odd']);
  expect(report.misbehaviour).toHaveLength(1);
  expect(bench.parts.states('srv')).toEqual({
    good: 'accepted',
    odd: 'quarantined',
    fat: 'quarantined',
    none: 'quarantined',
  });
  expect(bench.parts.catalog.review('srv', 'odd', PERSON)).toMatchObject({
    failure: { code: 'denied' },
  });
});

test('an override holds from the next look, and is taken back as fast', async () => {
  const bench = await openBench();
  await addListed(bench, 'srv', [tool('get_it'), tool('delete_it')]);
  const { catalog, registry } = bench.parts;
  must(await catalog.probe('srv', NEVER));
  const risks = () => catalog.tools('srv').map(({ risk }) => risk);
  expect(risks()).toEqual(['medium', 'high']);
  must(
    await registry.edit(
      'srv',
      { tool_risk_overrides: { get_it: 'high', delete_it: 'low' } },
      PERSON,
    ),
  );
  await catalog.regrade('srv');
  expect(risks()).toEqual(['high', 'low']);
  expect(catalog.tool('srv', 'delete_it')?.reasons[0]).toMatchObject({ from: 'override' });
  expect(catalog.lastProbe('srv')?.report.tools.map(({ risk }) => risk)).toEqual(['high', 'low']);
  must(await registry.edit('srv', { tool_risk_overrides: {} }, PERSON));
  expect(risks()).toEqual(['medium', 'high']);
});

describe('the start round', () => {
  test('probes what is stale, once, and leaves nothing running', async () => {
    const bench = await openBench();
    for (const id of ['a', 'b', 'c', 'd', 'e']) await addListed(bench, id, [tool(id)]);
    await bench.parts.catalog.startRound(NEVER);
    const { catalog, supervisor, journal } = bench.parts;
    expect(catalog.tools()).toHaveLength(5);
    for (const id of ['a', 'b', 'c', 'd', 'e']) expect(supervisor.state(id).state).toBe('stopped');
    await catalog.startRound(NEVER);
    expect(journal.list({ kinds: ['probe'] }).total).toBe(5);
  });

  test('after a restart a touched file with the same launches is not probed again', async () => {
    const bench = await openBench();
    const file = await addListed(bench, 'a', [tool('a')]);
    await addListed(bench, 'b', [tool('b')]);
    await bench.parts.catalog.startRound(NEVER);
    const { registry } = bench.parts;
    must(await registry.edit('a', listedServer(file, '--other'), PERSON));
    await bench.parts.confirm('a');
    const text = readFileSync(bench.paths.registry, 'utf8');
    const { catalog, journal, states } = await bench.restart();
    writeFileSync(bench.paths.registry, `${text}\n`);
    expect(catalog.lastProbe('a')?.stale).toBe(true);
    expect(catalog.lastProbe('b')).toMatchObject({
      stale: false,
      report: { tools: [{ name: 'b' }] },
    });
    expect(states('b')).toEqual({ b: 'accepted' });
    await catalog.startRound(NEVER);
    expect(journal.list({ kinds: ['probe'], server_id: 'a' }).total).toBe(2);
    expect(journal.list({ kinds: ['probe'], server_id: 'b' }).total).toBe(1);
  });

  test('one silent server keeps nobody else waiting, and ends when told to', async () => {
    const bench = await openBench();
    await addListed(bench, 'silent', [], '--mute');
    await addListed(bench, 'fine', [tool('a')]);
    const stop = new AbortController();
    const round = bench.parts.catalog.startRound(stop.signal);
    await until(() => bench.parts.catalog.lastProbe('fine') !== undefined);
    stop.abort();
    await round;
    expect(bench.parts.supervisor.state('silent').state).toBe('stopped');
  });
});
