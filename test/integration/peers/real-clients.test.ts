import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { CLIENTS, type Connect, type PeerClient } from './clients.ts';
import { inspector, overConnect, overHttp } from './inspector.ts';
import { PeersHome } from './peers-home.ts';

const SERVER = `${import.meta.dirname}/counting-server.mjs`;
const UPSTREAMS = ['newer', 'older'] as const;
const TIMEOUT_MS = 6000;
const SDK_TIMEOUT_MS = 60_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const home = new PeersHome();
const file = join(home.folder, 'notes.txt');
const notes = (): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
const noted = (line: string) => eventually(() => (notes().includes(line) ? true : undefined));

const questions = async (tag: string): Promise<unknown[]> =>
  list(await home.door('GET', '/approvals')).filter(
    (one) => field(field(one, 'arguments'), 'tag') === tag,
  );
const question = (tag: string) => eventually(async () => (await questions(tag))[0]);
const answer = async (tag: string, answer: 'once' | 'deny') => {
  const id = String(field(await question(tag), 'id'));
  await home.door('POST', `/approvals/${id}/answer`, { answer });
};

beforeAll(async () => {
  const entry = (...words: string[]) => ({
    transport: 'stdio',
    command_argv: ['node', SERVER, `--notes=${file}`, ...words],
    tool_risk_overrides: { careful: 'high' },
  });
  home.writeRegistry({ newer: entry(), older: entry('--legacy') });
  home.writeAgent('peers', 'mcp:\n  online_tool: { newer: ["*"], older: ["*"] }\n');
  await home.serve();
  await home.ready(UPSTREAMS, ['peers']);
});
afterAll(() => home.close());

/** What every client does, with the server of one era behind the gateway. */
async function walk(patient: PeerClient, hurried: PeerClient, kind: string, era: string) {
  const tag = (what: string) => `${what} ${kind} ${era}`;
  expect(await patient.call(`${era}__plain`, tag('a'))).toBe(`plain ${tag('a')}`);

  const denied = patient.call(`${era}__careful`, tag('denied'));
  await answer(tag('denied'), 'deny');
  expect(await denied).toMatch(/^isError \[DENIED\]/);

  const running = new AbortController();
  const slow = patient.call(`${era}__slow`, tag('b'), { signal: running.signal });
  await noted(`begin slow ${tag('b')}`);
  running.abort();
  await expect(slow).rejects.toThrow();
  await noted(`cancelled slow ${tag('b')}`);

  const waiting = new AbortController();
  const never = patient.call(`${era}__careful`, tag('never'), { signal: waiting.signal });
  await question(tag('never'));
  waiting.abort();
  await expect(never).rejects.toThrow();
  await eventually(async () => ((await questions(tag('never'))).length === 0 ? true : undefined));

  // Approved only when the client would have given up: what it heard in time told it to come again.
  const started = Date.now();
  const options = { timeout: TIMEOUT_MS };
  const held = await hurried.call(`${era}__careful`, tag('late'), options);
  expect(held).toMatch(/^isError \[APPROVAL_PENDING\]/);
  await sleep(started + TIMEOUT_MS - Date.now());
  await answer(tag('late'), 'once');
  expect(notes()).not.toContain(`careful ${tag('late')}`);
  const again = await hurried.call(`${era}__careful`, tag('late'), options);
  expect(again).toBe(`careful ${tag('late')}`);
}

const open: PeerClient[] = [];
const client = async (connect: Connect, hold_s?: number) => {
  const made = await connect(home, await home.tokenOf('peers', hold_s));
  open.push(made);
  return made;
};
afterAll(() => Promise.all(open.map((one) => one.close())));

type Eras = readonly (typeof UPSTREAMS)[number][];
const WALKS: readonly (readonly [string, Connect, Eras])[] = [
  ...Object.entries(CLIENTS).map(([kind, connect]) => [kind, connect, UPSTREAMS] as const),
  // A process for each request: one era each is enough.
  ['the Inspector over HTTP', inspector(overHttp), ['newer']],
  ['the Inspector over connect', inspector(overConnect), ['older']],
];
const PATIENT = Object.entries(CLIENTS).filter(([kind]) =>
  /v1 over connect|v2 over HTTP/.test(kind),
);

test.concurrent.each(PATIENT)(
  '%s at its own time limit and the hold that fits it',
  async (kind, connect) => {
    const made = await client(connect);
    const started = Date.now();
    const held = await made.call('newer__careful', `real ${kind}`);
    expect(held).toMatch(/^isError \[APPROVAL_PENDING\]/);
    expect(Date.now() - started).toBeGreaterThan(40_000);
    await sleep(started + SDK_TIMEOUT_MS + 1000 - Date.now());
    const id = String(field(await question(`real ${kind}`), 'id'));
    await home.json(['approvals', 'answer', id, 'once']);
    expect(await made.call('newer__careful', `real ${kind}`)).toBe(`careful real ${kind}`);
  },
  90_000,
);

test.concurrent.each(WALKS)(
  '%s',
  async (kind, connect, eras) => {
    const [patient, hurried] = await Promise.all([client(connect), client(connect, 1)]);
    const names = await patient.list();
    for (const era of UPSTREAMS) expect(names).toContain(`${era}__plain`);
    await Promise.all(eras.map((era) => walk(patient, hurried, kind, era)));
  },
  90_000,
);

test('a client of the old HTTP+SSE transport is told plainly that there is none', async () => {
  const token = await home.tokenOf('peers');
  const transport = new SSEClientTransport(new URL(home.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await expect(transport.start()).rejects.toThrow(/40[05]/);
});

test('whatever ran was decided exactly once, and nothing ran twice', async () => {
  const page = await home.door('GET', '/journal?agent=peers&limit=1000');
  const entries = list(field(page, 'entries'));
  const ofKind = (kind: string) => entries.filter((entry) => field(entry, 'kind') === kind);
  const tagOf = (requested: unknown) =>
    field(field(field(requested, 'detail'), 'arguments'), 'tag');

  const started = notes().filter((line) => !line.startsWith('cancelled'));
  expect(new Set(started).size).toBe(started.length);
  const walks = WALKS.reduce((sum, [, , eras]) => sum + eras.length, 0);
  const count = (tool: string) => started.filter((line) => line.startsWith(tool)).length;
  expect([count('plain'), count('begin slow'), count('careful')]).toEqual([
    ...[walks, walks],
    walks + PATIENT.length,
  ]);

  // Every yes in the journal belongs to one run, and every run to one yes.
  const decided = ofKind('call_decided');
  const of = (decision: string) => decided.filter((one) => field(one, 'decision') === decision);
  const yes = [...of('allow'), ...of('once')];
  const calls = new Map(ofKind('call_requested').map((one) => [field(one, 'call_id'), one]));
  const allowed = yes.map((one) => {
    const call = calls.get(field(one, 'call_id'));
    const tool = field(call, 'tool');
    return `${tool === 'slow' ? 'begin slow' : tool} ${tagOf(call)}`;
  });
  expect(allowed.toSorted()).toEqual(started.toSorted());
  expect(of('once').length).toBe(walks + PATIENT.length);
  // Each person's answer was asked for once: late and real ones were pending first, others denied or closed.
  expect(of('pending').length).toBe(walks + PATIENT.length);
  expect(of('deny').length).toBe(walks);
  const answered = ofKind('call_completed').filter((one) => field(one, 'outcome') === 'answered');
  expect(answered.length).toBe(count('plain') + count('careful'));
  expect(await home.json(['journal', 'verify'])).toMatchObject({ intact: true });
});
