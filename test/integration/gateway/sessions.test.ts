import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome, messagesOf } from './gateway-home.ts';
import { call, follow, initialize, WireSession } from './wire.ts';

const fixture = fileURLToPath(new URL('../../fixtures/servers/asking-v1.mjs', import.meta.url));
const textOf = (message: unknown) =>
  String(field(list(field(field(message, 'result'), 'content'))[0], 'text'));

/** What stands on the wire between a 2025-era client and the gateway. */
describe('sessions over Streamable HTTP', () => {
  let home: GatewayHome;
  let token = '';
  let notes = '';
  const notesOf = () => readFileSync(notes, 'utf8');
  const open = () => WireSession.open(home, token);
  const strange = () => new WireSession(home, token, 'A'.repeat(43));

  beforeAll(async () => {
    home = new GatewayHome();
    notes = join(realpathSync(home.work), 'notes');
    writeFileSync(notes, '');
    await home.add('asks', ['node', fixture, `--notes=${notes}`]);
    await home.json(['probe', 'asks']);
    await home.agent('worker', 'mcp:\n  online_tool: {asks: [slow, notes, ping, touch]}\n');
    await home.serve();
    token = (await home.token('worker')).token;
  });
  afterAll(() => home.close());

  test('TRANS-09 an unknown session is 404 for every request, so that clients begin anew', async () => {
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const answer of [
      await strange().post(tools),
      await strange().post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      await strange().bare('GET'),
      await strange().bare('DELETE'),
    ]) {
      expect(answer.status).toBe(404);
      expect(field(await answer.json(), 'jsonrpc')).toBe('2.0');
    }
  });

  test('TRANS-09 initialize with a stale session id opens a fresh session', async () => {
    const opened = await home.post(initialize(), token, strange().headers());
    expect(opened.status).toBe(200);
    const id = opened.headers.get('mcp-session-id') ?? '';
    expect(id).toMatch(/^[\w-]{43}$/);
    expect(id).not.toBe(strange().id);
    const session = new WireSession(home, token, id);
    expect(list(field(await session.result('tools/list'), 'tools')).length).toBeGreaterThan(3);
  });

  test('TRANS-09 400 is for the header that is missing, and says how to begin', async () => {
    const answer = await home.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, token);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('initialize');
    const old = await fetch(home.url, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    });
    expect(old.status).toBe(400);
    expect(await old.text()).toContain('HTTP+SSE transport is not served');
  });

  test('TRANS-09 after a restart the old session is unknown, and initialize works with it', async () => {
    const before = await open();
    home.serving?.child.kill('SIGTERM');
    await home.serving?.ended;
    home.serving = home.start(['serve', '--port', String(home.port)]);
    await home.serving.says('Stop it with');
    expect((await before.post({ jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(404);
    const again = await WireSession.open(home, token, before.headers());
    expect(again.id).not.toBe(before.id);
    expect(await again.result('ping')).toEqual({});
  });

  test('a session belongs to its token: to another client it does not exist', async () => {
    const mine = await open();
    const other = await home.token('worker', 'Other');
    const stolen = new WireSession(home, other.token, mine.id);
    expect((await stolen.post(call(1, 'asks__notes'))).status).toBe(404);
    expect((await stolen.bare('GET')).status).toBe(404);
    expect((await stolen.bare('DELETE')).status).toBe(404);
    expect(await mine.result('ping')).toEqual({});
  });

  test('a revision that nobody speaks is 400', async () => {
    const session = await open();
    const headers = session.headers({ 'mcp-protocol-version': '2019-01-01' });
    expect((await home.post(call(1, 'asks__notes'), token, headers)).status).toBe(400);
  });

  test('ids come back as they went, of any type', async () => {
    const session = await open();
    for (const id of [0, -7, 'a "quoted" id', '12', '', Number.MAX_SAFE_INTEGER]) {
      const [answer] = await session.ask({ jsonrpc: '2.0', id, method: 'ping' });
      expect(answer).toEqual({ jsonrpc: '2.0', id, result: {} });
    }
  });

  test('an id that is still in use is refused, and what runs under it goes on', async () => {
    const session = await open();
    const first = session.ask(call(5, 'asks__slow', { steps: 10 }));
    await eventually(() => (notesOf().includes('begin slow') ? true : undefined));
    expect((await session.post(call(5, 'asks__notes'))).status).toBe(400);
    expect(textOf((await first).at(-1))).toBe('done');
    expect(textOf((await session.ask(call(5, 'asks__notes'))).at(-1))).toContain('begin slow');
  });

  test('each call of a batch is a call', async () => {
    const session = await open();
    const answers = await session.ask([
      call('one', 'asks__slow', { steps: 1 }),
      call('two', 'asks__nothing'),
      { jsonrpc: '2.0', method: 'notifications/unheard-of' },
      call('three', 'asks__slow', { steps: 1 }),
    ]);
    expect(answers.map((answer) => field(answer, 'id')).toSorted()).toEqual([
      'one',
      'three',
      'two',
    ]);
    const entries = list(await home.json(['journal', 'list', '--limit', '20']));
    const tools = entries
      .filter((entry) => field(entry, 'kind') === 'call_requested')
      .slice(0, 3)
      .map((entry) => field(entry, 'tool'));
    expect(tools.toSorted()).toEqual(['asks__nothing', 'slow', 'slow']);
  });

  test('a batch that readers may understand differently is refused whole', async () => {
    const session = await open();
    const before = notesOf();
    const twice = `[${JSON.stringify(call(1, 'asks__slow'))},{"jsonrpc":"2.0","id":2,"id":3,"method":"ping"}]`;
    expect((await session.post(twice)).status).toBe(400);
    expect(notesOf()).toBe(before);
  });

  const cancelledCalls = () => notesOf().split('cancelled slow').length - 1;
  const running = async (session: WireSession, id: number, signal?: AbortSignal) => {
    const begun = notesOf().split('begin slow').length;
    const answer = await session.post(call(id, 'asks__slow'), signal);
    await eventually(() => (notesOf().split('begin slow').length > begun ? true : undefined));
    return answer;
  };

  test('cancelled, a call ends at its server and its exchange ends without an answer; others go on', async () => {
    const session = await open();
    const before = cancelledCalls();
    const doomed = await running(session, 1);
    const other = session.ask(call(2, 'asks__slow', { steps: 20 }));
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await session.post(cancel)).status).toBe(202);
    expect(messagesOf(await doomed.text())).toEqual([]);
    await eventually(() => (cancelledCalls() > before ? true : undefined));
    expect(textOf((await other).at(-1))).toBe('done');
    expect((await session.post(cancel)).status).toBe(202);
    expect(cancelledCalls()).toBe(before + 1);
  });

  test('a client that leaves a call cancels it', async () => {
    const session = await open();
    const before = cancelledCalls();
    const stop = new AbortController();
    await running(session, 1, stop.signal);
    stop.abort();
    await eventually(() => (cancelledCalls() > before ? true : undefined));
    expect(await session.result('ping')).toEqual({});
  });

  test('DELETE ends the session, its stream and what runs in it', async () => {
    const session = await open();
    const before = cancelledCalls();
    const stream = follow(await session.bare('GET'));
    const doomed = await running(session, 1);
    expect((await session.bare('DELETE')).status).toBe(200);
    expect(field(messagesOf(await doomed.text()).at(-1), 'error')).toBeTruthy();
    await stream.ended;
    await eventually(() => (cancelledCalls() > before ? true : undefined));
    expect((await session.post(call(2, 'asks__notes'))).status).toBe(404);
  });

  test('the stream opens at once, is the only one, and may be opened anew as soon as it is left', async () => {
    const session = await open();
    const stop = new AbortController();
    const began = performance.now();
    const stream = follow(await session.bare('GET', stop.signal));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect((await session.bare('GET')).status).toBe(409);
    stop.abort();
    await stream.ended;
    await eventually(async () => {
      const again = await session.bare('GET');
      await again.body?.cancel();
      return again.status === 200 ? true : undefined;
    });
    expect(performance.now() - began).toBeLessThan(6_000);
  });

  test('a change of the lists is told once, and what changed without a stream as soon as there is one', async () => {
    const [listening, away] = [await open(), await open()];
    const stream = follow(await listening.bare('GET'));
    const methods = (heard: readonly unknown[]) => heard.map((message) => field(message, 'method'));
    await home.json(['server', 'disable', 'asks']);
    await eventually(() => (stream.heard.length > 0 ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, 500));
    // Its tools, and its prompts and resources too.
    const told = methods(stream.heard).toSorted();
    expect(told).toEqual([...new Set(told)]);
    expect(told).toContain('notifications/tools/list_changed');
    const late = follow(await away.bare('GET'));
    await eventually(() => (late.heard.length === told.length ? true : undefined));
    expect(methods(late.heard).toSorted()).toEqual(told);
    await home.json(['server', 'enable', 'asks']);
    await eventually(() => (late.heard.length === 2 * told.length ? true : undefined));
    for (const session of [listening, away]) await session.bare('DELETE');
  });

  test('of too many sessions the one that was idle for longest goes', async () => {
    const { token: crowd } = await home.token('worker', 'Crowd');
    const first = await WireSession.open(home, crowd);
    const second = await WireSession.open(home, crowd);
    for (let count = 2; count < 32; count += 1) await WireSession.open(home, crowd);
    expect(await first.result('ping')).toEqual({});
    const last = await WireSession.open(home, crowd);
    expect((await second.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(404);
    expect(await first.result('ping')).toEqual({});
    expect(await last.result('ping')).toEqual({});
  });

  test('a revoked token ends its sessions, streams and calls', async () => {
    const made = await home.token('worker', 'Gone');
    const session = await WireSession.open(home, made.token);
    const before = cancelledCalls();
    const stream = follow(await session.bare('GET'));
    const doomed = await running(session, 1);
    await home.json(['client', 'revoke', made.id]);
    expect(field(messagesOf(await doomed.text()).at(-1), 'error')).toBeTruthy();
    await stream.ended;
    await eventually(() => (cancelledCalls() > before ? true : undefined));
    expect((await session.post(call(2, 'asks__notes'))).status).toBe(401);
  });
});
