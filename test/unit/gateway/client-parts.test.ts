import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ListFingerprints } from '../../../src-main/gateway/exposed.ts';
import { LineTransport } from '../../../src-main/gateway/line-transport.ts';
import { watchLists } from '../../../src-main/gateway/list-changes.ts';
import { mirroredHeaderProblem } from '../../../src-main/gateway/mirrored-headers.ts';
import { BODY_MAX } from '../../../src-main/gateway/read-body.ts';
import { createResourceWatches } from '../../../src-main/gateway/resource-watches.ts';
import { ok } from '../../../src-main/kernel/result.ts';
import { Topic } from '../../../src-main/kernel/topic.ts';
import type { Client } from '../../../src-main/trust/client-tokens.ts';

const client = (id: string) => ({ id, agent: 'a', label: id, created_at: 0 }) as Client;

describe('headers that mirror arguments', () => {
  const schema = {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      deep: { type: 'object', properties: { n: { type: 'integer', 'x-mcp-header': 'N' } } },
    },
  };
  const problem = (args: unknown, headers: Record<string, string>, of: unknown = schema) =>
    mirroredHeaderProblem(of, args, new Headers(headers));
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

  test.each([
    [{}, {}],
    [{ region: null }, { 'mcp-param-region': 'ignored' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'Zürich' }, { 'mcp-param-region': base64('Zürich') }],
    [{ region: '' }, { 'mcp-param-region': '' }],
    [{ deep: { n: 7 } }, { 'mcp-param-n': '7' }],
    [{ deep: { n: 7 } }, { 'mcp-param-n': '7.0' }],
    ['no object', {}],
  ])('%j goes with %j', (args, headers) => expect(problem(args, headers)).toBeNull());

  test.each([
    [{ region: 'eu' }, {}, 'missing'],
    [{ region: 'eu' }, { 'mcp-param-region': 'us' }, 'differs'],
    [{ region: '7' }, { 'mcp-param-region': '7.0' }, 'differs'],
    [{ region: 'eu' }, { 'mcp-param-region': '=?base64?ZXU?=' }, 'not encoded'],
    [{ region: 'eu' }, { 'mcp-param-region': '=?base64?_w==?=' }, 'not encoded'],
    [{ region: 'eu' }, { 'mcp-param-region': '=?base64?/w==?=' }, 'not encoded'],
    [{ deep: { n: 7 } }, { 'mcp-param-n': '8' }, 'differs'],
  ])('%j does not go with %j: %s', (args, headers, why) =>
    expect(problem(args, headers)).toContain(why),
  );

  test('a tool that declares none, or wrongly, expects none', () => {
    expect(problem({ region: 'eu' }, {}, { type: 'object' })).toBeNull();
    const wrong = { type: 'object', 'x-mcp-header': 'X' };
    expect(problem({ region: 'eu' }, {}, wrong)).toBeNull();
  });
});

describe('changes of lists', () => {
  const setUp = () => {
    const now = new Map<string, ListFingerprints>();
    const change = (id: string, tools: string, prompts = '') =>
      now.set(id, { tools, prompts, resources: '' });
    const topic = new Topic<Record<string, never>>();
    const bugs: unknown[] = [];
    const lists = watchLists({
      exposed: {
        fingerprints: ({ id }) => now.get(id) ?? { tools: '', prompts: '', resources: '' },
      },
      topics: [topic],
      onBug: (bug) => bugs.push(bug),
    });
    return { change, topic, lists, bugs };
  };
  const settled = () => sleep(160);

  test('are told once, to whom they concern, however often something happened', async () => {
    const { change, topic, lists } = setUp();
    const told: string[] = [];
    for (const id of ['a', 'b'])
      lists.watch(client(id), (changed) => told.push(`${id} ${changed.join()}`) > 0);
    change('a', 'new', 'new');
    for (let n = 0; n < 50; n += 1) topic.emit({});
    await settled();
    topic.emit({});
    await settled();
    expect(told).toEqual(['a tools,prompts']);
    lists.close();
  });

  test('of one client that cannot be worked out keep nobody else from hearing', async () => {
    const { change, topic, lists, bugs } = setUp();
    const told: string[] = [];
    lists.watch(client('bad'), () => {
      throw new Error('broken');
    });
    lists.watch(client('good'), (changed) => told.push(changed.join()) > 0);
    change('bad', 'new');
    change('good', 'new');
    topic.emit({});
    await settled();
    expect(told).toEqual(['tools']);
    expect(bugs).toEqual([new Error('broken')]);
    lists.close();
  });

  test('that came back before anybody heard of them are none', async () => {
    const { change, topic, lists } = setUp();
    const told: unknown[] = [];
    let is_there = false;
    lists.watch(client('a'), (changed) => {
      if (is_there) told.push(changed);
      return is_there;
    });
    change('a', 'new');
    topic.emit({});
    await settled();
    change('a', '');
    is_there = true;
    lists.soon();
    await settled();
    expect(told).toEqual([]);
    change('a', 'newer');
    is_there = false;
    topic.emit({});
    await settled();
    is_there = true;
    lists.soon();
    await settled();
    expect(told).toEqual([['tools']]);
    lists.close();
  });
});

describe('resources that streams follow', () => {
  test('are followed once for all, until the last stream ends', () => {
    const following = new Map<string, AbortSignal>();
    const tell = new Map<string, () => void>();
    const updated: string[] = [];
    const watches = createResourceWatches({
      subscribe: async (uri, signal, onUpdated) => {
        expect(following.get(uri)?.aborted ?? true).toBe(true);
        following.set(uri, signal);
        tell.set(uri, onUpdated);
        return ok();
      },
      onUpdated: (uri) => updated.push(uri),
      onBug: (bug) => {
        throw bug;
      },
    });
    const first = watches.follow(['x', 'y', 'x']);
    const second = watches.follow(['x']);
    tell.get('x')?.();
    expect(updated).toEqual(['x']);
    first();
    first();
    expect(following.get('x')?.aborted).toBe(false);
    expect(following.get('y')?.aborted).toBe(true);
    second();
    expect(following.get('x')?.aborted).toBe(true);
    watches.follow(['x']);
    watches.close();
    expect(following.get('x')?.aborted).toBe(true);
  });
});

describe('a line of a client', () => {
  const setUp = async () => {
    const written: string[] = [];
    let stuck = false;
    const stream = new Duplex({
      read: () => undefined,
      write: (chunk, _encoding, done) => {
        written.push(String(chunk));
        if (!stuck) done();
      },
    });
    const transport = new LineTransport(stream);
    const heard: unknown[] = [];
    transport.onmessage = (message) => heard.push(message);
    await transport.start();
    const say = async (text: string | Uint8Array) => {
      stream.push(text);
      await sleep(5);
    };
    const answers = () => written.map((line) => JSON.parse(line));
    return { stream, transport, heard, say, answers, stop: () => (stuck = true) };
  };
  const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });

  test('whose params are no object gets its answer under its own id', async () => {
    const { heard, say, answers } = await setUp();
    for (const params of ['[]', '"x"', 'null', '7'])
      await say(`{"jsonrpc":"2.0","id":"a","method":"tools/list","params":${params}}\n`);
    expect(heard).toEqual([]);
    expect(answers()).toHaveLength(4);
    for (const answer of answers())
      expect(answer).toMatchObject({ id: 'a', error: { code: -32_600 } });
  });

  test('is cut anywhere, may be empty or end in CRLF, and holds a message or a batch', async () => {
    const { heard, say } = await setUp();
    const text = JSON.stringify(ping('ü'));
    const bytes = Buffer.from(`${text}\r\n\n`);
    for (const byte of bytes) await say(Uint8Array.of(byte));
    await say(`${JSON.stringify([ping(2), ping(3)])}\n`);
    expect(heard).toEqual([ping('ü'), ping(2), ping(3)]);
  });

  test('that is no JSON, no UTF-8 or no message is answered, and the next one counts', async () => {
    const { heard, say, answers } = await setUp();
    await say('{"a":\n');
    await say('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n');
    await say(Uint8Array.of(0x22, 0xc3, 0x28, 0x22, 10));
    await say('7\n');
    expect(answers().map(({ id, error }) => [id, error.code])).toEqual([
      ...[1, 2, 3].map(() => [null, -32_700]),
      [null, -32_600],
    ]);
    await say(`${JSON.stringify(ping(1))}\n`);
    expect(heard).toEqual([ping(1)]);
  });

  test('whose params are read differently by different readers is answered under its id', async () => {
    const { say, answers } = await setUp();
    const twice = (id: number) =>
      `{"jsonrpc":"2.0","id":${id},"method":"prompts/get","params":{"name":"a","name":"b"}}\n`;
    await say(twice(7));
    expect(answers()).toMatchObject([{ id: 7, error: { code: -32_700 } }]);
    await say(`${JSON.stringify(ping(8))}\n`);
    await say(twice(8)); // 8 still runs: its answer is another
    expect(answers()).toMatchObject([{ id: 7 }, { id: null, error: { code: -32_700 } }]);
  });

  test('takes an id once at a time', async () => {
    const { transport, heard, say, answers } = await setUp();
    await say(`${JSON.stringify(ping(1))}\n${JSON.stringify(ping(1))}\n`);
    expect(heard).toHaveLength(1);
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32_600 } }]);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(transport.running).toBe(0);
    await say(`${JSON.stringify(ping(1))}\n`);
    expect(heard).toHaveLength(2);
  });

  test('of more than 4 MiB ends the connection, and so does a client that does not read', async () => {
    const long = await setUp();
    await long.say('x'.repeat(BODY_MAX + 1));
    expect(long.answers()).toMatchObject([{ error: { code: -32_600 } }]);
    await sleep(5);
    expect(long.stream.destroyed).toBe(true);

    const slow = await setUp();
    slow.stop();
    const result = { text: 'x'.repeat(1024 * 1024) };
    for (let n = 0; n < 40; n += 1)
      await slow.transport.send({ jsonrpc: '2.0', id: n, result }).catch(() => undefined);
    expect(slow.stream.destroyed).toBe(true);
    expect(slow.stream.writableLength).toBeLessThan(20 * 1024 * 1024);
  });

  test('that ends answers what still runs', async () => {
    const { transport, say, answers } = await setUp();
    await say(`${JSON.stringify(ping(1))}\n`);
    await transport.close();
    expect(answers()).toMatchObject([{ id: 1, error: { message: 'The connection has ended.' } }]);
  });
});
