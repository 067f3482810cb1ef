import { mkdirSync, rmdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { type Calls, must, openCalls, PERSON, until, whats } from './bench.ts';

let calls: Calls;
beforeEach(async () => {
  calls = await openCalls();
  await calls.add('tools', 'tools.mjs');
});

const HOLD = { hold_ms: 30 };
const REQUESTED = 'call_requested';
const NOT_SENT = 'call_completed not_sent';

/** A call that came back as pending. */
async function pending(tool = 'echo'): Promise<string> {
  const held = calls.call(tool, HOLD);
  expect(await held.answer).toMatchObject({ ok: false, failure: { code: 'approval_pending' } });
  return held.call_id;
}
const answer = async (what: 'once' | 'session' | 'always' | 'deny') =>
  must(calls.approvals.answer((await calls.question()).id, what, PERSON));
const yeses = () =>
  calls.journal
    .list({ kinds: ['call_decided'] })
    .entries.filter(({ decision }) =>
      ['allow', 'once', 'session', 'always'].includes(decision ?? ''),
    )
    .map(({ call_id }) => call_id);

test('a call that is answered after its hold runs once, by the next identical call', async () => {
  const first = calls.call('echo', { ...HOLD, arguments_json: '{"a":1,"b":2}' });
  const failed = await first.answer;
  const { expires_at } = await calls.question();
  const until_iso = new Date(expires_at).toISOString();
  if (failed.ok) throw new Error('answered');
  expect(failed.failure).toMatchObject({ code: 'approval_pending', params: { until: until_iso } });
  expect(failed.failure.message).toContain(until_iso);
  expect(failed.failure.fix).toContain('same call again');
  await answer('once');
  expect(calls.ran()).toEqual([]);

  // The same arguments in another order and with other blanks.
  const second = calls.call('echo', { ...HOLD, arguments_json: '{ "b": 2, "a": 1 }' });
  expect(await second.answer).toMatchObject({ ok: true });
  expect(calls.ran()).toEqual(['call echo']);
  expect(whats(calls.of(first.call_id))).toEqual([REQUESTED, 'call_decided pending', NOT_SENT]);
  expect(calls.of(first.call_id)[1]?.detail).toMatchObject({ until: until_iso });
  expect(calls.of(first.call_id)[2]?.detail).toMatchObject({ code: 'approval_pending' });
  const collected = calls.of(second.call_id);
  expect(whats(collected)).toEqual([REQUESTED, 'call_decided once', 'call_completed answered']);
  expect(collected[1]?.detail).toMatchObject({ asked_for: first.call_id, surface: PERSON });
  expect(Date.parse(String(collected[1]?.detail['answered_at']))).toBeLessThanOrEqual(Date.now());
  expect(yeses()).toEqual([second.call_id]);
});

test('two identical calls at once: one collects the yes, the other asks anew', async () => {
  const asked_for = await pending();
  await answer('once');
  const both = [calls.call('echo', HOLD), calls.call('echo', HOLD)];
  const ends = await Promise.all(both.map((each) => each.answer));
  expect(ends.map((end) => (end.ok ? 'ran' : end.failure.code)).sort()).toEqual([
    'approval_pending',
    'ran',
  ]);
  expect(calls.ran()).toEqual(['call echo']);
  expect(yeses()).toHaveLength(1);
  expect((await calls.question()).call_id).not.toBe(asked_for);
});

test('a no is told once to the next identical call, and the one after it asks', async () => {
  await pending();
  await answer('deny');
  const second = calls.call('echo', HOLD);
  expect(await second.answer).toMatchObject({ failure: { code: 'denied' } });
  expect(whats(calls.of(second.call_id))).toEqual([REQUESTED, 'call_decided deny', NOT_SENT]);
  await pending();
  expect([calls.ran(), yeses()]).toEqual([[], []]);
});

test('giving a call up closes its question before the hold is over and not after', async () => {
  const stop = new AbortController();
  const held = calls.call('echo', { hold_ms: 60_000, signal: stop.signal });
  await calls.question();
  stop.abort();
  expect(await held.answer).toMatchObject({ failure: { code: 'cancelled' } });
  expect(calls.approvals.list()).toEqual([]);
  expect(whats(calls.of(held.call_id))).toEqual([REQUESTED, 'call_decided cancelled', NOT_SENT]);

  const asked_for = await pending();
  const late = new AbortController();
  const again = calls.call('echo', { hold_ms: 60_000, signal: late.signal });
  await until(() => calls.approvals.list()[0]?.detached === false);
  late.abort();
  expect(await again.answer).toMatchObject({ failure: { code: 'cancelled' } });
  expect(await calls.question()).toMatchObject({ call_id: asked_for, detached: true });
  expect(calls.of(again.call_id)[1]).toMatchObject({
    ...{ what: 'call_decided cancelled', detail: { asked_for } },
  });
});

test('a question that nobody comes back for ends in the record of the call that asked', async () => {
  calls.expiry.ms = 250;
  const asked = await pending();
  await until(() => calls.of(asked).length === 4);
  expect(calls.of(asked)[3]).toMatchObject({
    ...{ what: 'call_decided expired', detail: { detached: true } },
  });
});

test('a yes that nobody comes back for runs nothing and is no yes in the record', async () => {
  calls.expiry.ms = 400;
  const asked = await pending();
  await answer('once');
  await until(() => calls.of(asked).length === 4);
  expect(calls.of(asked)[3]).toMatchObject({
    what: 'call_decided uncollected',
    detail: { answer: 'once', surface: PERSON, detached: true },
  });
  calls.expiry.ms = 60_000;
  await pending();
  expect([calls.ran(), yeses()]).toEqual([[], []]);
});

test('quitting ends what waits and what was not collected', async () => {
  const waits = await pending();
  const held = calls.call('odd', { hold_ms: 60_000 });
  await until(() => calls.approvals.list().length === 2);
  calls.approvals.end(PERSON);
  expect(await held.answer).toMatchObject({ failure: { code: 'denied' } });
  expect(calls.of(waits)[3]).toMatchObject({
    ...{ what: 'call_decided deny', detail: { detached: true, surface: PERSON } },
  });
  expect(await calls.call('echo').answer).toMatchObject({ failure: { code: 'denied' } });
  expect(calls.ran()).toEqual([]);
});

test('"always" for a question that nobody waits for is kept and journaled once, at that moment', async () => {
  const asked = await pending();
  await answer('always');
  const granted = () => calls.journal.list({ kinds: ['grant'] }).entries;
  expect(granted()).toMatchObject([
    { call_id: asked, decision: 'always', client: calls.client.id, detail: { surface: PERSON } },
  ]);
  expect(calls.grants.list()).toMatchObject([{ kind: 'always', tool: 'echo' }]);

  const second = calls.call('echo');
  expect(await second.answer).toMatchObject({ ok: true });
  expect(calls.of(second.call_id)[1]).toMatchObject({
    ...{ what: 'call_decided always', detail: { asked_for: asked } },
  });
  const third = calls.call('echo');
  expect(await third.answer).toMatchObject({ ok: true });
  expect(calls.of(third.call_id)[1]).toMatchObject({ what: 'call_decided allow' });
  expect(granted()).toHaveLength(1);
});

test('"always" taken back before the call came asks anew', async () => {
  const asked = await pending();
  await answer('always');
  must(calls.grants.revoke(calls.grants.list()[0]?.id ?? ''));
  await pending();
  expect(calls.ran()).toEqual([]);
  expect(calls.of(asked).at(-1)?.what).toBe('call_decided uncollected');
});

test('"always" for a call that waits is kept and journaled once', async () => {
  const held = calls.call('echo');
  await answer('always');
  expect(await held.answer).toMatchObject({ ok: true });
  expect(calls.journal.list({ kinds: ['grant'] }).entries).toHaveLength(1);
  expect(whats(calls.of(held.call_id))).toEqual([
    ...[REQUESTED, 'grant always', 'call_decided always', 'call_completed answered'],
  ]);
});

test('a yes is void once the policy is another, and its question is closed at once', async () => {
  const asked = await pending();
  await answer('once');
  const rule = '{ id: r, effect: ask, tools: [odd] }';
  must(await calls.policy.set(`version: 1\nrules: [${rule}]\n`, PERSON));
  expect(calls.of(asked)[3]).toMatchObject({
    ...{ what: 'call_decided expired', detail: { detached: true } },
  });
  await pending();
  expect(calls.ran()).toEqual([]);
});

test('a yes is void once the path leads into Gatehouse’s folder, however soon after it was given', async () => {
  const folder = join(tempFolder(), 'notes');
  mkdirSync(folder);
  const held = calls.call('echo', {
    hold_ms: 60_000,
    arguments_json: JSON.stringify({ path: join(folder, 'policy.yml') }),
  });
  await calls.question();
  rmdirSync(folder);
  symlinkSync(calls.paths.home, folder);
  await answer('once');
  expect(await held.answer).toMatchObject({
    failure: { code: 'denied', message: expect.stringContaining('own folder') },
  });
  expect(whats(calls.of(held.call_id))).toEqual([REQUESTED, 'call_decided once', NOT_SENT]);
  expect(calls.ran()).toEqual([]);
});

test('a yes for one client is none for another of the same agent, and ends with its client', async () => {
  const asked = await pending();
  await answer('once');
  const other = must(calls.clients.create('reader', 'Other')).client;
  const theirs = calls.call('echo', { ...HOLD, client: other.id });
  expect(await theirs.answer).toMatchObject({ failure: { code: 'approval_pending' } });
  must(calls.clients.revoke(calls.client.id));
  expect(calls.of(asked)[3]?.what).toBe('call_decided expired');
  expect(calls.ran()).toEqual([]);
});

test('a yes is collected only while the call may still be made', async () => {
  await pending();
  await answer('once');
  must(calls.pauses.pause('reader'));
  expect(await calls.call('echo', HOLD).answer).toMatchObject({ failure: { code: 'paused' } });
  must(calls.pauses.resume('reader'));
  expect(await calls.call('echo', HOLD).answer).toMatchObject({ ok: true });
  expect(calls.ran()).toEqual(['call echo']);
});

test('without a journal no yes is kept, and none is collected', async () => {
  await pending();
  const { id } = await calls.question();
  calls.fillJournal(true);
  expect(calls.approvals.answer(id, 'always', PERSON).ok).toBe(false);
  expect(calls.grants.list()).toEqual([]);
  const refused = await calls.call('echo', HOLD).answer;
  expect(refused.ok ? null : refused.failure.code).toBe('disk_full');
  calls.fillJournal(false);
  must(calls.approvals.answer(id, 'once', PERSON));
  expect(await calls.call('echo', HOLD).answer).toMatchObject({ ok: true });
});

test('a server is kept running as long as a person may still say yes to a call of it', async () => {
  must(await calls.registry.edit('tools', { timeouts: { idle_s: 1 } }, PERSON));
  const state = () => calls.supervisor.state('tools');
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const held = calls.call('echo', { hold_ms: 1_500 });
  await calls.question();
  const link = must(await calls.supervisor.connect('tools'));
  expect(await held.answer).toMatchObject({ failure: { code: 'approval_pending' } });
  await pause(1_500);
  expect(state()).toMatchObject({ state: 'ready', pid: link.pid });
  await answer('once');
  await pause(1_500);
  expect(state()).toMatchObject({ state: 'ready', pid: link.pid });
  expect(await calls.call('echo', HOLD).answer).toMatchObject({ ok: true });
  expect(state()).toMatchObject({ pid: link.pid });
  await until(() => state().state === 'stopped');
  expect(state()).toEqual({ state: 'stopped', because: 'idle' });
});
