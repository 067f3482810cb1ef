import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerWeb, UNREAD_MAX } from '../../../src-main/gateway/answer-web-http.ts';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { freePort } from '../cli/http-peer.ts';
import { GatewayHome, messagesOf } from './gateway-home.ts';
import { addScripted, tool } from './scripted-server.ts';
import { stateless } from './wire.ts';

const fixture = fileURLToPath(new URL('../../fixtures/servers/asking-v1.mjs', import.meta.url));
const textOf = (message: unknown) =>
  String(field(list(field(field(message, 'result'), 'content'))[0], 'text'));

/** What stands on the wire between a stateless client and the gateway, for a server of sessions. */
describe('rounds of questions', () => {
  let home: GatewayHome;
  let token = '';
  let notes = '';
  beforeAll(async () => {
    home = new GatewayHome();
    notes = join(realpathSync(home.work), 'notes');
    writeFileSync(notes, '');
    await home.add('asks', ['node', fixture, `--notes=${notes}`]);
    const path = join(home.path, 'mcp_servers.json');
    const entries = JSON.parse(readFileSync(path, 'utf8'));
    entries.asks.capabilities = ['tools', 'elicitation'];
    entries.asks.tool_risk_overrides = { ask_name: 'low' };
    writeFileSync(path, JSON.stringify(entries));
    await home.json(['trust', 'accept', 'server:asks']);
    await home.json(['probe', 'asks']);
    const mirrored = { type: 'string', 'x-mcp-header': 'Region' };
    await addScripted(home, 'shop', {
      tools: [tool('look', { inputSchema: { type: 'object', properties: { region: mirrored } } })],
    });
    await home.agent('worker', 'mcp:\n  online_tool: {asks: ["*"], shop: ["*"]}\n');
    await home.serve();
    token = (await home.token('worker')).token;
  });
  afterAll(() => home.close());

  const send = async (params: Record<string, unknown>, as = token, more = {}) => {
    const { body, headers } = stateless(
      'tools/call',
      { name: 'asks__ask_name', arguments: {}, ...params },
      { elicitation: { form: {} } },
    );
    const answer = await home.post(body, as, { ...headers, ...more });
    return messagesOf(await answer.text()).at(-1);
  };
  const accept = (requestState: unknown, key = 'request') => ({
    requestState,
    inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } },
  });
  const asked = async (as = token) => {
    const result = field(await send({}, as), 'result');
    expect(field(result, 'resultType')).toBe('input_required');
    const [key] = Object.keys(Object(field(result, 'inputRequests')));
    return { key: String(key), state: field(result, 'requestState') };
  };
  const refused = (message: unknown) =>
    expect(field(field(message, 'error'), 'code')).toBe(-32_602);

  test('a retry with the state and the answers goes on with the same call, which is on record once', async () => {
    const { key, state } = await asked();
    expect(textOf(await send(accept(state, key)))).toContain('Ada');
    refused(await send(accept(state, key)));
    const entries = list(await home.json(['journal', 'list', '--tool', 'ask_name']));
    const kinds = entries.map((entry) => field(entry, 'kind'));
    expect(kinds.filter((kind) => kind === 'call_requested')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'call_completed')).toHaveLength(1);
  });

  test('a state is worth nothing altered, to another client, or for another call', async () => {
    const { key, state } = await asked();
    const other = (await home.token('worker', 'Other')).token;
    refused(await send(accept(`${String(state).slice(0, -2)}__`, key)));
    refused(await send(accept(state, key), other));
    refused(await send({ ...accept(state, key), arguments: { more: 1 } }));
    refused(
      await send({ ...accept(state, key), name: 'asks__notes' }, token, {
        'mcp-name': 'asks__notes',
      }),
    );
    refused(await send(accept(7, key)));
    expect(textOf(await send(accept(state, key)))).toContain('Ada');
  });

  test('what nobody comes back for ends at its server when the token is revoked', async () => {
    const made = await home.token('worker', 'Gone');
    const before = readFileSync(notes, 'utf8').split('withdrawn').length;
    await asked(made.token);
    await home.json(['client', 'revoke', made.id]);
    await eventually(() =>
      readFileSync(notes, 'utf8').split('withdrawn').length > before ? true : undefined,
    );
  });

  test('headers that do not say what the arguments say are refused before anything runs', async () => {
    const look = (header: string | null) => {
      const params = { name: 'shop__look', arguments: { region: 'eu' } };
      const { body, headers } = stateless('tools/call', params);
      const more = header === null ? {} : { 'mcp-param-region': header };
      return home.post(body, token, { ...headers, ...more });
    };
    for (const header of [null, 'us', '=?base64?###?=']) {
      const answer = await look(header);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ id: 1, error: { code: -32_020 } });
    }
    for (const header of ['eu', '=?base64?ZXU=?='])
      expect((await (await look(header)).text()).includes('"error"'), header).toBe(false);
  });

  test('a stateless client shows as connected, under its own words', async () => {
    await send({});
    const shown = JSON.stringify(await home.json(['client', 'list']));
    expect(shown).toContain('2026-07-28');
  });
});

describe('a client that does not read', () => {
  test('is cut before what waits for it fills the memory, and what it asked for is told', async () => {
    let made = 0;
    let told = false;
    const chunk = new Uint8Array(1024 * 1024);
    const server = createServer((request, response) => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          made += chunk.length;
          controller.enqueue(chunk);
        },
        cancel: () => {
          told = true;
        },
      });
      void answerWeb(request, response, async () => new Response(body));
    });
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.on('error', () => undefined);
    socket.pause();
    await eventually(() => (told ? true : undefined));
    expect(made).toBeLessThan(UNREAD_MAX + 32 * chunk.length);
    socket.destroy();
    server.close();
  });
});
