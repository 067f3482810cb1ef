import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminRequest } from '../cli/admin-request.ts';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

let home: GatehouseHome;
beforeAll(async () => {
  home = new GatehouseHome();
  await home.start(['serve']).says('owns this home');
});
afterAll(() => home.close());

const paste = async (text: string) => {
  const answer = await adminRequest(home, 'POST', '/paste', { text });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const candidates = (pasted: unknown) => list(field(pasted, 'candidates'));
const registration = (pasted: unknown, index = 0) =>
  field(candidates(pasted)[index], 'registration');

describe('CONF-05 comments and one bad entry cost nothing else', () => {
  test('CONF-05 comments, trailing comma, BOM and CRLF are read; strings stay untouched', async () => {
    const text = [
      '\uFEFF{ // line comment',
      '  /* block */ "mcpServers": {',
      '    "good": {"command": "npx", "args": ["-y", "pkg", "http://h.example//a/*b*/"]},',
      '    "bad": {"command": 7},',
      '    "also-good": {"url": "https://h.example/mcp"},',
      '  },',
      '}',
    ].join('\r\n');
    const pasted = await paste(text);
    expect(candidates(pasted).map((one) => field(one, 'source_name'))).toEqual([
      'good',
      'also-good',
    ]);
    expect(field(registration(pasted), 'command_argv')).toEqual([
      'npx',
      '-y',
      'pkg',
      'http://h.example//a/*b*/',
    ]);
    const [rejected] = list(field(pasted, 'rejected'));
    expect(field(rejected, 'source_name')).toBe('bad');
    expect(String(field(rejected, 'reason'))).not.toBe('');
    expect(field(rejected, 'line')).toBe(4);
  });
});

describe('CONF-07 dialects of the clients', () => {
  test.each([
    [
      'Codex, url only',
      '[mcp_servers.x]\nurl = "https://h.example/mcp"\nbearer_token_env_var = "X_TOKEN"\n',
      'http',
      'https://h.example/mcp',
    ],
    [
      'Gemini, httpUrl',
      '{"mcpServers":{"x":{"httpUrl":"https://h.example/mcp","trust":true}}}',
      'http',
      'https://h.example/mcp',
    ],
    [
      'Gemini, url is SSE',
      '{"mcpServers":{"x":{"url":"https://h.example/events","trust":false,"includeTools":["a"]}}}',
      'sse',
      'https://h.example/events',
    ],
    [
      'Windsurf, serverUrl',
      '{"mcpServers":{"x":{"serverUrl":"https://h.example/mcp"}}}',
      'http',
      'https://h.example/mcp',
    ],
    [
      'type streamable-http',
      '{"mcpServers":{"x":{"type":"streamable-http","url":"https://h.example/mcp"}}}',
      'http',
      'https://h.example/mcp',
    ],
    [
      'type streamableHttp',
      '{"mcpServers":{"x":{"type":"streamableHttp","url":"https://h.example/mcp"}}}',
      'http',
      'https://h.example/mcp',
    ],
    [
      'type sse',
      '{"mcpServers":{"x":{"type":"sse","url":"https://h.example/mcp"}}}',
      'sse',
      'https://h.example/mcp',
    ],
  ])('CONF-07 %s', async (_, text, transport, url) => {
    const pasted = await paste(text);
    expect(field(registration(pasted), 'transport')).toBe(transport);
    expect(field(registration(pasted), 'url')).toBe(url);
  });

  test('CONF-07 a bearer variable of Codex becomes the sign-in', async () => {
    const pasted = await paste(
      '[mcp_servers.x]\nurl = "https://h.example/mcp"\nbearer_token_env_var = "X_TOKEN"\n',
    );
    expect(field(registration(pasted), 'auth')).toMatchObject({
      kind: 'env_bearer',
      env_key: 'X_TOKEN',
    });
  });

  test('CONF-07 the wrong table of Codex is told, not skipped', async () => {
    const answer = await adminRequest(home, 'POST', '/paste', {
      text: '[mcp.servers.y]\nurl = "https://h.example/mcp"\n',
    });
    expect(JSON.stringify(answer.body)).toContain('mcp_servers');
  });

  test('CONF-07 a command that is a list, its environment and its switch', async () => {
    const pasted = await paste(
      '{"mcp":{"x":{"type":"local","command":["npx","-y","pkg"],"environment":{"LEVEL":"info"},"enabled":false}}}',
    );
    expect(field(registration(pasted), 'command_argv')).toEqual(['npx', '-y', 'pkg']);
    expect(field(registration(pasted), 'env')).toEqual({ LEVEL: 'info' });
    expect(field(candidates(pasted)[0], 'disabled_in_source')).toBe(true);
  });

  test('CONF-07 an input of VS Code becomes a secret to ask for; what is not taken over is listed', async () => {
    const pasted = await paste(
      '{"inputs":[{"id":"k","type":"promptString","password":true}],"servers":{"x":{"type":"stdio","command":"npx","args":["pkg"],"env":{"API_KEY":"${input:k}"},"sandboxEnabled":true}}}',
    );
    const [secret] = list(field(candidates(pasted)[0], 'secrets'));
    expect(field(secret, 'value')).toBeNull();
    expect(field(candidates(pasted)[0], 'not_imported')).toContain('sandboxEnabled');
  });

  test('CONF-07 nothing that was pasted is added or started by that', async () => {
    const listed = (await adminRequest(home, 'GET', '/mcp')).body;
    expect(list(field(listed, 'servers'))).toEqual([]);
    const launches = (await adminRequest(home, 'GET', '/journal?kinds[]=launch')).body;
    expect(list(field(launches, 'entries'))).toEqual([]);
  });
});
