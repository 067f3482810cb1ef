import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, field, filesystemServer, list } from '../cli/gatehouse-home.ts';
import { type AnyClient, GatewayHome, messagesOf, modernClient, v1Client } from './gateway-home.ts';

const fixture = fileURLToPath(new URL('../../fixtures/servers/tools.mjs', import.meta.url));

describe('AI clients at the gateway', () => {
  let home: GatewayHome;
  let token = '';
  let client_id = '';
  const clients: Record<string, AnyClient> = {};
  const client = (name: string): AnyClient => {
    const found = clients[name];
    if (found === undefined) throw new Error(`no client ${name}`);
    return found;
  };
  beforeAll(async () => {
    home = new GatewayHome();
    await home.add('files', ['node', filesystemServer, realpathSync(home.work)]);
    await home.add('fixture', ['node', fixture]);
    await home.json(['probe', 'files']);
    await home.json(['probe', 'fixture']);
    await home.agent(
      'writer',
      'mcp:\n  online_tool: {files: ["*"], fixture: [odd, echo, with_progress]}\n',
    );
    await home.serve();
    const made = await home.token('writer', 'My Editor');
    token = made.token;
    client_id = made.id;
    clients['2025'] = await v1Client(home.url, token);
    clients['2026-07-28'] = await modernClient(home.url, token);
  });
  afterAll(async () => {
    for (const one of Object.values(clients)) await one.close();
    await home.close();
  });

  const target = () => join(realpathSync(home.work), 'notes.md');
  const writing = (content: string) => ({ path: target(), content });
  const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));

  test.each(['2025', '2026-07-28'])(
    'a %s client lists exactly what the agent may use',
    async (era) => {
      const tools = await client(era).list();
      const names = tools.map((tool) => String(field(tool, 'name')));
      expect(names).toEqual(names.toSorted());
      expect(names.filter((name) => name.startsWith('files__'))).toHaveLength(14);
      expect(names.filter((name) => name.startsWith('fixture__'))).toEqual([
        'fixture__echo',
        'fixture__odd',
        'fixture__with_progress',
      ]);
    },
  );

  test('listing starts no server', async () => {
    const servers = list(field(await home.json(['server', 'list']), 'servers'));
    for (const server of servers)
      expect(field(field(server, 'connection'), 'state')).toBe('stopped');
  });

  test('schemas and annotations are the ones of the server, and the list is private', async () => {
    const response = await home.post(
      {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/list' },
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      token,
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    );
    const result = field(messagesOf(await response.text()).at(-1), 'result');
    expect(field(result, 'cacheScope')).toBe('private');
    const seen = list(field(result, 'tools'));
    for (const known of list(await home.json(['tools', 'files']))) {
      const tool = seen.find((one) => field(one, 'name') === `files__${field(known, 'name')}`);
      for (const kept of ['inputSchema', 'outputSchema', 'annotations'])
        expect(field(tool, kept)).toEqual(field(known, kept));
    }
  });

  test.each(['2025', '2026-07-28'])(
    'a harmless call of a %s client answers at once',
    async (era) => {
      const result = await client(era).call('files__list_directory', {
        path: realpathSync(home.work),
      });
      expect(field(result, 'content')).toBeTruthy();
      expect(result).not.toHaveProperty('isError', true);
    },
  );

  test.each(['2025', '2026-07-28'])(
    'a HIGH call of a %s client waits, a person sees who asks; denied, nothing is written',
    async (era) => {
      const call = client(era).call('files__write_file', writing('no'));
      const question = await home.answer('deny');
      expect(question).toMatchObject({
        ...{ agent: 'writer', client: client_id, server_id: 'files', tool: 'write_file' },
        arguments: writing('no'),
      });
      const result = await call;
      expect(field(result, 'isError')).toBe(true);
      expect(textOf(result)).toMatch(/^\[DENIED\] /);
      expect(existsSync(target())).toBe(false);
    },
  );

  test.each(['2025', '2026-07-28'])(
    'allowed once, a %s client writes once; the next asks again',
    async (era) => {
      const call = client(era).call('files__write_file', writing(`by ${era}`));
      await home.answer('once');
      expect(await call).not.toHaveProperty('isError', true);
      expect(readFileSync(target(), 'utf8')).toBe(`by ${era}`);
      rmSync(target());
      const again = client(era).call('files__write_file', writing(`by ${era}`));
      await home.answer('deny');
      expect(textOf(await again)).toMatch(/^\[DENIED\] /);
      expect(existsSync(target())).toBe(false);
    },
  );

  test('while a person decides, a client that wants progress gets it', async () => {
    const told: number[] = [];
    const call = client('2026-07-28').call('files__write_file', writing('x'), {
      onprogress: ({ progress }) => told.push(progress),
    });
    await eventually(() => (told.length > 0 ? true : undefined));
    await home.answer('deny');
    await call;
  });

  test.each(['2025', '2026-07-28'])(
    "a server's own progress reaches a %s client as it came",
    async (era) => {
      const told: number[] = [];
      await client(era).call(
        'fixture__with_progress',
        {},
        { onprogress: ({ progress }) => told.push(progress) },
      );
      expect(told).toEqual([1, 2, 3, 4, 5, 6]);
    },
  );

  test.each(['2025', '2026-07-28'])('a %s client that cancels closes the question', async (era) => {
    const stop = new AbortController();
    const call = client(era).call('files__write_file', writing('x'), { signal: stop.signal });
    call.catch(() => undefined);
    await home.waiting();
    stop.abort();
    await eventually(async () =>
      list(await home.json(['approvals', 'list'])).length === 0 ? true : undefined,
    );
    expect(existsSync(target())).toBe(false);
  });

  test('a client that is killed while it waits closes its question, and the journal says so', async () => {
    const script = fileURLToPath(new URL('calling-client.mjs', import.meta.url));
    const args = [home.url, token, 'files__write_file', JSON.stringify(writing('x'))];
    const caller = spawn(process.execPath, [script, ...args], { stdio: 'ignore' });
    const question = await home.waiting();
    caller.kill('SIGKILL');
    await eventually(async () =>
      list(await home.json(['approvals', 'list'])).length === 0 ? true : undefined,
    );
    const call = String(field(question, 'call_id'));
    const entries = list(await home.json(['journal', 'list', '--call', call])).toReversed();
    expect(entries.map((entry) => [field(entry, 'decision'), field(entry, 'outcome')])).toEqual([
      [null, null],
      ['cancelled', null],
      [null, 'not_sent'],
    ]);
    expect(existsSync(target())).toBe(false);
  });

  test('a result comes as the server gave it, whatever is in it', async () => {
    const answer = await home.callByHand(token, 'fixture__odd', '{}');
    const { _meta, ...result } = Object.fromEntries(
      Object.entries(field(answer, 'result') as object),
    );
    expect(result).toEqual({
      content: [
        { type: 'text', text: 'odd', extra: { kept: true } },
        { type: 'hologram', beam: [1] },
      ],
      structuredContent: { deep: { list: [1, { two: null }], '': 0 } },
      unknownField: 'kept',
      resultType: 'complete',
    });
    expect(_meta).toMatchObject({ 'example.com/x': { y: 1 } });
  });

  test('arguments reach the server exactly, and those with two readings reach nobody', async () => {
    const args = '{"a":{"":[1,null,"ü"],"10":1,"2":2}}';
    const answer = await home.callByHand(token, 'fixture__echo', args);
    expect(JSON.parse(textOf(field(answer, 'result')))).toEqual(JSON.parse(args));
    const deep = `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    const ambiguous = ['{"path":"/a","path":"/b"}', '{"id":9007199254740993}', '"text"', deep];
    for (const text of ambiguous) {
      const refused = await home.callByHand(token, 'fixture__echo', text);
      expect(textOf(field(refused, 'result')), text.slice(0, 30)).toMatch(
        /^\[INVALID_ARGUMENTS\] /,
      );
    }
  });

  test('a tool that the agent does not have is unknown, and the attempt is on record', async () => {
    const answer = await home.callByHand(token, 'fixture__launch', '{}');
    expect(field(field(answer, 'error'), 'code')).toBe(-32_602);
    const entries = list(await home.json(['journal', 'list', '--tool', 'fixture__launch']));
    expect(entries.map((entry) => field(entry, 'kind')).toReversed()).toEqual([
      'call_requested',
      'call_completed',
    ]);
  });

  test('a disabled server says so, and its tools leave the list', async () => {
    await home.json(['server', 'disable', 'fixture']);
    const names = (await client('2026-07-28').list()).map((tool) => String(field(tool, 'name')));
    expect(names.some((name) => name.startsWith('fixture__'))).toBe(false);
    const refused = await client('2026-07-28').call('fixture__echo', {});
    expect(textOf(refused)).toMatch(/^\[MCP_DISABLED\] /);
    await home.json(['server', 'enable', 'fixture']);
  });

  test('the journal names agent and client, and holds no token', async () => {
    const entries = list(await home.json(['journal', 'list', '--tool', 'write_file']));
    for (const entry of entries)
      expect(entry).toMatchObject({ agent: 'writer', client: client_id });
    const whole = JSON.stringify(await home.json(['journal', 'list', '--limit', '1000']));
    expect(whole).toContain('client token created');
    expect(whole).not.toContain(token.slice(4, 24));
    expect(field(await home.json(['journal', 'verify']), 'intact')).toBe(true);
  });

  test('the client list says when it was last here', async () => {
    const listed = list(await home.json(['client', 'list']))[0];
    expect(listed).toMatchObject({ id: client_id, label: 'My Editor', agent: 'writer' });
    expect(Date.now() - Date.parse(String(field(listed, 'last_used_at')))).toBeLessThan(120_000);
  });

  test('a revoked client gets 401, and what it had waiting is closed', async () => {
    const made = await home.token('writer', 'Second');
    const second = await modernClient(home.url, made.token);
    const call = second.call('files__write_file', writing('x'));
    call.catch(() => undefined);
    await home.waiting();
    await home.json(['client', 'revoke', made.id]);
    expect(textOf(await call)).toMatch(/^\[DENIED\] /);
    expect(await home.json(['approvals', 'list'])).toEqual([]);
    expect((await home.post({}, made.token)).status).toBe(401);
    await second.close();
  });

  test('an owner that ends denies what waits, and says so to the client', async () => {
    const call = client('2026-07-28').call('files__write_file', writing('x'));
    await home.waiting();
    home.serving?.child.kill('SIGTERM');
    expect(textOf(await call)).toMatch(/^\[DENIED\] /);
    expect((await home.serving?.ended)?.code).toBe(0);
    expect(existsSync(target())).toBe(false);
  });
});
