import { expect, test } from 'vitest';
import { createRelay } from '../../../../src-main/cli/connect/relay.ts';

type Message = Record<string, unknown>;

/** A relay with what it has written since the last look, parsed. */
function relayed() {
  const toClient: Message[] = [];
  const toOwner: Message[] = [];
  const notes: string[] = [];
  const ends: string[] = [];
  let ids = 0;
  const relay = createRelay({
    toClient: (line) => void toClient.push(JSON.parse(line)),
    toOwner: (line) => void toOwner.push(JSON.parse(line)),
    note: (text) => void notes.push(text),
    onEnd: (reason) => void ends.push(reason),
    newId: () => `own-${++ids}`,
  });
  return {
    relay,
    notes,
    ends,
    client: (message: Message) => relay.fromClient(JSON.stringify({ jsonrpc: '2.0', ...message })),
    owner: (message: Message) => relay.fromOwner(JSON.stringify({ jsonrpc: '2.0', ...message })),
    clientGot: () => toClient.splice(0),
    ownerGot: () => toOwner.splice(0),
  };
}
type Relayed = ReturnType<typeof relayed>;

const PARAMS = { protocolVersion: '2025-11-25', capabilities: {} };
const RESULT = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true }, prompts: {}, resources: { listChanged: true } },
};
const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

/** A session of the 2025 revisions with its first owner. */
function legacy(): Relayed {
  const made = relayed();
  made.relay.ownerHere();
  made.client({ id: 0, method: 'initialize', params: PARAMS });
  made.owner({ id: 0, result: RESULT });
  made.client({ method: 'notifications/initialized' });
  made.clientGot();
  made.ownerGot();
  return made;
}

/** The next owner takes the handshake. */
function nextOwner(made: Relayed, result: Message = RESULT): Message[] {
  made.relay.ownerHere();
  const [handshake] = made.ownerGot();
  made.owner({ id: handshake?.['id'], result });
  return made.ownerGot();
}

test('what comes before there is an owner waits and is sent in order', () => {
  const { relay, client, ownerGot } = relayed();
  client({ id: 'a', method: 'tools/list' });
  client({ id: 2, method: 'tools/call', params: { name: 'x' } });
  expect(ownerGot()).toEqual([]);
  relay.ownerHere();
  expect(ownerGot().map(({ id }) => id)).toEqual(['a', 2]);
});

test('a new owner gets the handshake, level and subscriptions of a 2025 session; its client only notices', () => {
  const made = legacy();
  made.client({ id: 1, method: 'logging/setLevel', params: { level: 'info' } });
  made.owner({ id: 1, result: {} });
  for (const [id, uri] of ['a:1', 'a:2'].entries()) {
    made.client({ id: `s${id}`, method: 'resources/subscribe', params: { uri } });
    made.owner({ id: `s${id}`, result: {} });
  }
  made.client({ id: 3, method: 'resources/unsubscribe', params: { uri: 'a:1' } });
  made.owner({ id: 3, result: {} });
  made.client({ id: 4, method: 'resources/subscribe', params: { uri: 'refused' } });
  made.owner({ id: 4, error: { code: -32602, message: 'no' } });
  made.clientGot();
  made.ownerGot();
  made.relay.ownerGone();
  made.client({ id: 5, method: 'ping' });
  made.relay.ownerHere();
  const [handshake, ...early] = made.ownerGot();
  expect(handshake).toMatchObject({ method: 'initialize', params: PARAMS });
  expect(early).toEqual([]);
  made.owner({ id: handshake?.['id'], result: RESULT });
  const told = made.ownerGot();
  expect(told.map(({ method }) => method)).toEqual([
    'notifications/initialized',
    'logging/setLevel',
    'resources/subscribe',
    'ping',
  ]);
  expect(told[2]).toMatchObject({ params: { uri: 'a:2' } });
  expect(told[3]).toMatchObject({ id: 5 });
  for (const { id } of told.slice(1, 3)) made.owner({ id, result: {} });
  expect(made.clientGot()).toEqual([
    { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
  ]);
});

test('another protocol version under a new owner ends the session', () => {
  const made = legacy();
  made.relay.ownerGone();
  nextOwner(made, { ...RESULT, protocolVersion: '2024-11-05' });
  expect(made.ends).toHaveLength(1);
});

test('an initialize without an answer is sent again as it was', () => {
  const made = relayed();
  made.relay.ownerHere();
  made.client({ id: 0, method: 'initialize', params: PARAMS });
  made.relay.ownerGone();
  made.ownerGot();
  made.relay.ownerHere();
  expect(made.ownerGot()).toMatchObject([{ id: 0, method: 'initialize' }]);
  made.owner({ id: 0, result: RESULT });
  expect(made.clientGot()).toMatchObject([{ id: 0 }]);
});

test('a call that was sent is never sent again, and its outcome is unknown', () => {
  const made = legacy();
  made.client({ id: 7, method: 'tools/call', params: { name: 'x' } });
  made.client({ id: 8, method: 'tools/call', params: { name: 'x', _meta: MODERN } });
  made.relay.ownerGone();
  const [older, newer] = made.clientGot();
  expect(older).toMatchObject({ id: 7, result: { isError: true } });
  expect(older?.['result']).not.toHaveProperty('resultType');
  expect(JSON.stringify(older)).toContain('[MCP_OUTCOME_UNKNOWN]');
  expect(newer).toMatchObject({ id: 8, result: { isError: true, resultType: 'complete' } });
  made.client({ id: 9, method: 'tools/call', params: { name: 'y' } });
  made.ownerGot();
  expect(nextOwner(made).map(({ id }) => id)).toEqual([undefined, 9]);
});

test('another request is sent once more, and no third time', () => {
  const made = legacy();
  made.client({ id: 7, method: 'resources/read', params: { uri: 'a:1' } });
  made.ownerGot();
  made.relay.ownerGone();
  expect(nextOwner(made)).toMatchObject([{}, { id: 7, method: 'resources/read' }]);
  made.clientGot();
  made.relay.ownerGone();
  expect(made.clientGot()).toMatchObject([{ id: 7, error: { code: -32000 } }]);
  expect(nextOwner(made)).toHaveLength(1);
});

test('a request that was cancelled meanwhile goes nowhere', () => {
  const made = legacy();
  made.relay.ownerGone();
  made.client({ id: 7, method: 'tools/call', params: { name: 'x' } });
  made.client({ method: 'notifications/cancelled', params: { requestId: 7 } });
  expect(nextOwner(made)).toMatchObject([{ method: 'notifications/initialized' }]);
  expect(made.relay.waits()).toBe(false);
});

test('questions of two owners under one id are two questions', () => {
  const made = legacy();
  made.owner({ id: 0, method: 'elicitation/create', params: { message: 'first' } });
  const [first] = made.clientGot();
  made.relay.ownerGone();
  expect(made.clientGot()).toEqual([
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: first?.['id'] } },
  ]);
  nextOwner(made);
  made.clientGot();
  made.owner({ id: 0, method: 'elicitation/create', params: { message: 'second' } });
  const [second] = made.clientGot();
  expect(second?.['id']).not.toBe(first?.['id']);
  made.client({ id: first?.['id'], result: { action: 'accept' } });
  expect(made.ownerGot()).toEqual([]);
  made.client({ id: second?.['id'], result: { action: 'decline' } });
  expect(made.ownerGot()).toEqual([{ jsonrpc: '2.0', id: 0, result: { action: 'decline' } }]);
});

test('a question that its owner withdraws is withdrawn under the id that the client knows', () => {
  const made = legacy();
  made.owner({ id: 3, method: 'roots/list' });
  const [question] = made.clientGot();
  made.owner({ method: 'notifications/cancelled', params: { requestId: 3, reason: 'late' } });
  expect(made.clientGot()).toMatchObject([
    { params: { requestId: question?.['id'], reason: 'late' } },
  ]);
});

test('a 2026 subscription goes on under its id; the client hears of it once, and of the lists anew', () => {
  const made = relayed();
  made.relay.ownerHere();
  const notifications = { toolsListChanged: true };
  const listen = { method: 'subscriptions/listen', params: { notifications, _meta: MODERN } };
  const agreed = {
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications, _meta: { [SUBSCRIPTION]: 'l' } },
  };
  made.client({ id: 'l', ...listen });
  made.owner(agreed);
  expect(made.clientGot()).toMatchObject([agreed]);
  for (let change = 0; change < 3; change += 1) {
    made.ownerGot();
    // An owner that drains says that it is over.
    made.owner({ id: 'l', result: { resultType: 'complete' } });
    made.relay.ownerGone();
    made.relay.ownerHere();
    expect(made.ownerGot()).toMatchObject([{ id: 'l', ...listen }]);
    made.owner(agreed);
    expect(made.clientGot()).toMatchObject([
      {
        method: 'notifications/tools/list_changed',
        params: { _meta: { [SUBSCRIPTION]: 'l' } },
      },
    ]);
  }
});

test('answers to nothing, and lines that are no JSON-RPC, reach nobody', () => {
  const made = legacy();
  made.owner({ id: 99, result: {} });
  made.relay.fromOwner('Welcome to Gatehouse!');
  made.relay.fromOwner('{"jsonrpc":"1.0"}');
  made.client({ id: 99, result: {} });
  expect([made.clientGot(), made.ownerGot()]).toEqual([[], []]);
  expect(made.notes).toHaveLength(2);
});

test.each([
  ['no JSON', 'hello', -32_700],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
  ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
])('%s from the client is answered with an error', (_, line, code) => {
  const made = legacy();
  made.relay.fromClient(line);
  expect(made.clientGot()).toMatchObject([{ id: null, error: { code } }]);
  expect(made.ownerGot()).toEqual([]);
});

test('what a client may leave waiting is bounded in count and in size', () => {
  const made = relayed();
  const large = 'x'.repeat(4_000_000);
  for (let id = 0; id < 6; id += 1)
    made.client({ id, method: 'tools/call', params: { name: 'x', arguments: { large } } });
  expect(made.clientGot().map(({ id }) => id)).toEqual([4, 5]);
  for (let id = 10; id < 2100; id += 1) made.client({ id, method: 'ping' });
  expect(made.clientGot().length).toBeGreaterThan(90);
});

test('ids are told apart by type, and a second use of one is refused', () => {
  const made = legacy();
  made.client({ id: 1, method: 'ping' });
  made.client({ id: '1', method: 'ping' });
  made.client({ id: 1, method: 'ping' });
  expect(made.ownerGot().map(({ id }) => id)).toEqual([1, '1']);
  expect(made.clientGot()).toMatchObject([{ id: 1, error: {} }]);
});

test('an ambiguous answer to a question becomes an error, never a guess', () => {
  const made = legacy();
  made.owner({ id: 5, method: 'elicitation/create', params: {} });
  const [question] = made.clientGot();
  made.relay.fromClient(
    `{"jsonrpc":"2.0","id":"${question?.['id']}","result":{"action":"decline","action":"accept"}}`,
  );
  expect(made.ownerGot()).toMatchObject([{ id: 5, error: { code: -32603 } }]);
});
