import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome, messagesOf } from '../gateway/gateway-home.ts';
import { addScripted, tool } from '../gateway/scripted-server.ts';
import { ERAS, type TalkingClient, talkingClient } from '../gateway/talking-client.ts';

let home: GatewayHome;
const clients: TalkingClient[] = [];
beforeEach(() => {
  home = new GatewayHome();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await home.close();
});

const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));
const namesOf = (tools: readonly unknown[]) => tools.map((one) => String(field(one, 'name')));

async function client(era: (typeof ERAS)[number], agent: string): Promise<TalkingClient> {
  const made = await talkingClient(era, home.url, (await home.token(agent)).token);
  clients.push(made);
  return made;
}

/** What a call by `name` came to: the text of its result, or the code of its error. */
async function outcome(calling: TalkingClient, name: string, args = {}): Promise<unknown> {
  try {
    return textOf(await calling.call(name, args));
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
}

describe('APPR-01 what is hidden cannot be called', () => {
  test.each(ERAS)(
    'APPR-01 by exposed name, raw name, another case, an old alias, as prompt or resource, or with another agent’s token (%s client)',
    async (era) => {
      const server = await addScripted(home, 'shop', {
        tools: [tool('look'), tool('delete_all')],
        prompts: [{ name: 'p' }],
        resources: [{ uri: 'note://n', name: 'n' }],
      });
      await addScripted(home, 'other', { tools: [tool('look')] });
      await home.agent('narrow', 'mcp:\n  online_tool: {shop: [look]}\n');
      await home.agent('foreign', 'mcp:\n  online_tool: {other: ["*"]}\n');
      await home.serve();
      const narrow = await client(era, 'narrow');
      expect(namesOf(await narrow.list())).not.toContain('shop__delete_all');
      const names = [
        ...['shop__delete_all', 'delete_all', 'SHOP__delete_all', 'shop__Delete_All'],
        ...[
          'shop.delete_all',
          'shop:delete_all',
          'mcp__gatehouse__shop__delete_all',
          'shop__look ',
        ],
      ];
      for (const name of names) expect(await outcome(narrow, name), name).toBe(-32_602);
      await expect(narrow.prompt('shop__delete_all', {})).rejects.toThrow();
      await expect(narrow.read('delete_all')).rejects.toThrow();
      const foreign = await client(era, 'foreign');
      expect(await outcome(foreign, 'shop__look')).toBe(-32_602);
      await expect(foreign.prompt('shop__p', {})).rejects.toThrow();
      await expect(foreign.read('note://n')).rejects.toThrow();
      expect(server.asked()).toEqual([]);
      const entries = list(await home.json(['journal', 'list', '--limit', '1000']));
      const requested = entries.filter((entry) => field(entry, 'kind') === 'call_requested');
      expect(requested).toHaveLength(names.length + 1);
      const completed = entries.filter((entry) => field(entry, 'kind') === 'call_completed');
      expect(completed.map((entry) => field(entry, 'outcome'))).toEqual(
        completed.map(() => 'not_sent'),
      );
    },
  );

  test('APPR-01 the token of another agent opens no session of the first', async () => {
    const server = await addScripted(home, 'shop', { tools: [tool('look')] });
    await home.agent('a', 'mcp:\n  online_tool: {shop: ["*"]}\n');
    await home.agent('b', '');
    await home.serve();
    const [a, b] = [(await home.token('a')).token, (await home.token('b')).token];
    const hello = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      },
    };
    const opened = await home.post(hello, a);
    const session = opened.headers.get('mcp-session-id') ?? '';
    expect(session).not.toBe('');
    await opened.text();
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'shop__look' } };
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    expect((await home.post(call, b, headers)).status).toBe(404);
    expect((await home.post(call, null, headers)).status).toBe(401);
    const stale = { ...headers, 'mcp-session-id': 'was-here-before' };
    expect((await home.post(call, a, stale)).status).toBe(404);
    expect(server.asked()).toEqual([]);
    const attempts = list(await home.json(['journal', 'list', '--tool', 'shop__look']));
    expect(
      attempts.map((entry) => [
        field(entry, 'kind'),
        field(entry, 'agent'),
        field(entry, 'outcome'),
      ]),
    ).toEqual([
      ['call_completed', 'a', 'not_sent'],
      ['call_requested', 'a', null],
      ['call_completed', 'b', 'not_sent'],
      ['call_requested', 'b', null],
    ]);
    const mine = await home.post(call, a, headers);
    expect(JSON.stringify(messagesOf(await mine.text()))).toContain('ran look');
  });
});

describe('APPR-02 a person is asked exactly once before each call, by every route', () => {
  test('APPR-02 gateway in both eras, the command line, a repeated call, a batch: as many questions as upstream calls', async () => {
    const server = await addScripted(home, 'bank', { tools: [tool('pay')] });
    await home.agent('clerk', 'mcp:\n  online_tool: {bank: ["*"]}\n');
    await home.serve();
    for (const era of ERAS) {
      const asking = await client(era, 'clerk');
      for (const repeat of [1, 2]) {
        const call = asking.call('bank__pay', { amount: 1 });
        await home.answer('once');
        expect(textOf(await call), `${era} ${repeat}`).toContain('ran pay');
      }
      const denied = asking.call('bank__pay', { amount: 2 });
      await home.answer('deny');
      expect(textOf(await denied)).toMatch(/^\[DENIED\] /);
    }
    const byHand = home.run(['call', 'bank', 'pay', '--args', '{"amount":3}']);
    await home.answer('once');
    expect((await byHand).code).toBe(0);
    const { token } = await home.token('clerk');
    const two = [4, 5].map((id) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'bank__pay', arguments: { amount: id } },
    }));
    const batch = await home.post(two, token);
    await batch.text();
    const entries = list(await home.json(['journal', 'list', '--tool', 'pay', '--limit', '1000']));
    const yes = entries.filter((entry) => field(entry, 'decision') === 'once').length;
    expect(yes).toBe(5);
    expect(server.asked()).toHaveLength(yes);
  });

  test('APPR-02 nobody there, or an owner that ends, means no', async () => {
    const server = await addScripted(home, 'bank', { tools: [tool('pay')] });
    await home.agent('clerk', 'mcp:\n  online_tool: {bank: ["*"]}\n');
    await home.json(['settings', 'set', '{"approvals": {"expire_s": 5}}']);
    await home.serve();
    const asking = await client('2026-07-28', 'clerk');
    expect(textOf(await asking.call('bank__pay'))).toMatch(/^\[APPROVAL_EXPIRED\] /);
    // A stream that breaks off tells some clients nothing; their own limit does.
    const held = asking.call('bank__pay', { amount: 9 }, { timeout: 10_000 });
    held.catch(() => undefined);
    await home.waiting();
    home.serving?.child.kill('SIGKILL');
    await expect(held).rejects.toThrow();
    await home.serve();
    expect(await home.json(['approvals', 'list'])).toEqual([]);
    expect(server.asked()).toEqual([]);
  });
});

describe('APPR-05 a remembered yes holds for the definition that was seen', () => {
  test.each([
    ['its description', { description: 'Now it does something else' }],
    ['a required field', { inputSchema: { type: 'object', required: ['key'], properties: {} } }],
    ['its annotations', { annotations: { readOnlyHint: true } }],
  ])(
    'APPR-05 a change of %s suspends it, shows what changed, and a review resumes it',
    async (_, change) => {
      const first = tool('send_report', {
        inputSchema: { type: 'object', properties: { to: { type: 'string' }, about: {} } },
      });
      const server = await addScripted(home, 'weather', { tools: [first] });
      await home.agent('any', 'mcp:\n  online_tool: {weather: ["*"]}\n');
      await home.serve();
      const asking = await client('2026-07-28', 'any');
      const call = asking.call('weather__send_report', {});
      const question = await home.waiting();
      await home.json(['approvals', 'answer', String(field(question, 'id')), 'always']);
      expect(textOf(await call)).toContain('ran');
      expect(textOf(await asking.call('weather__send_report', {}))).toContain('ran');

      const reordered = {
        inputSchema: first.inputSchema,
        name: 'send_report',
        description: first.description,
      };
      server.set({ tools: [reordered] });
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(textOf(await asking.call('weather__send_report', {}))).toContain('ran');

      server.set({ tools: [{ ...first, ...change }] });
      const state = async () => field(list(await home.json(['tools', 'weather']))[0], 'state');
      await eventually(async () => ((await state()) === 'changed' ? true : undefined));
      const before = server.asked().length;
      expect(textOf(await asking.call('weather__send_report', { key: 'k' }))).toMatch(
        /^\[TOOL_CHANGED\] /,
      );
      const changes = list(field(list(await home.json(['tools', 'weather']))[0], 'changes'));
      expect(JSON.stringify(changes)).toContain(String(Object.keys(change)[0]));
      expect(server.asked()).toHaveLength(before);

      server.set({ tools: [first] });
      await eventually(async () => ((await state()) === 'accepted' ? true : undefined));
      expect(textOf(await asking.call('weather__send_report', {}))).toContain('ran');
      server.set({ tools: [{ ...first, ...change }] });
      await eventually(async () => ((await state()) === 'changed' ? true : undefined));
      await home.json(['tool', 'review', 'weather', 'send_report']);
      const again = asking.call('weather__send_report', { key: 'k' });
      await home.answer('deny');
      expect(textOf(await again)).toMatch(/^\[DENIED\] /);
    },
  );
});

describe('APPR-08 a namesake never runs in another’s place', () => {
  test.each(ERAS)(
    'APPR-08 of a disabled server, from an old list, or disabled while the call waits (%s client)',
    async (era) => {
      const work = await addScripted(home, 'work', { tools: [tool('send')] });
      const private_ = await addScripted(home, 'home', { tools: [tool('send')] });
      await home.agent('any', 'mcp:\n  online_tool: {work: ["*"], home: ["*"]}\n');
      await home.serve();
      const asking = await client(era, 'any');
      expect(namesOf(await asking.list())).toContain('work__send');
      const held = asking.call('work__send', { to: 'a' });
      const question = await home.waiting();
      await home.json(['server', 'disable', 'work']);
      await home.json(['approvals', 'answer', String(field(question, 'id')), 'once']);
      expect(textOf(await held)).toMatch(/^\[MCP_DISABLED\] /);
      expect(textOf(await asking.call('work__send', { to: 'b' }))).toMatch(/^\[MCP_DISABLED\] /);
      expect(work.asked()).toEqual([]);
      expect(private_.asked()).toEqual([]);
    },
  );
});

describe('APPR-10 a changed rule holds for the next call of whoever is connected', () => {
  test.each(ERAS)(
    'APPR-10 allow to deny, ask to allow, a hidden tool: at once, with one notice, over the same connection (%s client)',
    async (era) => {
      const server = await addScripted(home, 'desk', { tools: [tool('note'), tool('send')] });
      await home.agent('any', 'mcp:\n  online_tool: {desk: ["*"]}\n');
      await home.serve();
      const asking = await client(era, 'any');
      await asking.list();
      expect(textOf(await asking.call('desk__note'))).toContain('ran note');
      const pid = async () =>
        field(field(await home.json(['server', 'show', 'desk']), 'connection'), 'pid');
      const before = await pid();

      await home.policy([{ id: 'no-notes', effect: 'deny', tools: ['note'] }]);
      expect(await outcome(asking, 'desk__note')).toMatch(/^\[DENIED\] .*no-notes/);
      await eventually(() => (asking.heard.length > 0 ? true : undefined));
      expect(namesOf(await asking.list())).not.toContain('desk__note');

      await home.policy([{ id: 'sending', effect: 'allow', tools: ['send'] }]);
      expect(textOf(await asking.call('desk__send'))).toContain('ran send');
      expect(textOf(await asking.call('desk__note'))).toContain('ran note');
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(asking.heard).toEqual([
        'notifications/tools/list_changed',
        'notifications/tools/list_changed',
      ]);

      await home.agent('any', 'mcp:\n  online_tool: {desk: [send]}\n');
      expect(await outcome(asking, 'desk__note')).toBe(-32_602);
      expect(await pid()).toBe(before);
      expect(server.asked()).toHaveLength(3);
    },
  );
});
