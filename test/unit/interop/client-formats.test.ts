// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what is tested.
import { describe, expect, it } from 'vitest';
import { only, pasted, refused } from './paste.ts';

const registration = (text: string | object) => only(text).registration;

describe('Claude Desktop', () => {
  it('takes command, args and env over as they stand', () => {
    const text = {
      mcpServers: { files: { command: 'npx', args: ['-y', 'pkg', '/d'], env: { LEVEL: 'info' } } },
    };
    expect(pasted(text).format).toBe('claude-desktop');
    expect(registration(text)).toEqual({
      name: 'files',
      transport: 'stdio',
      command_argv: ['npx', '-y', 'pkg', '/d'],
      cwd: '',
      env: { LEVEL: 'info' },
      env_keys: [],
      url: '',
      auth: { kind: 'none', env_key: '', header_name: '' },
      enabled: true,
      timeouts: {},
    });
  });
});

describe('Claude Code', () => {
  it('offers user servers and those of every project, and says which names repeat', () => {
    const { format, candidates, duplicates } = pasted({
      mcpServers: { db: { type: 'stdio', command: 'uvx', args: ['db'] } },
      projects: { '/p': { mcpServers: { db: { type: 'http', url: 'https://db.example/mcp' } } } },
    });
    expect(format).toBe('claude-code');
    expect(candidates.map(({ id }) => id)).toEqual(['db', 'db-2']);
    expect(duplicates).toEqual(['db']);
  });

  it('lists headersHelper as not imported and reads timeouts as milliseconds', () => {
    const candidate = only({
      mcpServers: {
        a: { type: 'http', url: 'https://a.example/', headersHelper: 'x', timeout: 500 },
      },
    });
    expect(candidate.not_imported).toEqual(['headersHelper']);
    expect(candidate.registration.timeouts).toEqual({ call_s: 0.5 });
  });

  it('refuses a web socket by its type', () => {
    const entry = refused({ mcpServers: { a: { type: 'ws', url: 'wss://a.example/' } } });
    expect(entry.reason).toBe('"type" "ws" is not stdio, http or sse');
  });
});

describe('Cursor and LM Studio', () => {
  it('takes an address for HTTP unless its path ends in /sse', () => {
    const { candidates } = pasted({
      mcpServers: {
        a: { url: 'https://a.example/mcp' },
        b: { url: 'https://b.example/sse?x=1' },
        c: { url: 'https://c.example/v1/sse/' },
      },
    });
    expect(candidates.map((one) => one.registration.transport)).toEqual(['http', 'sse', 'sse']);
  });

  it('rewrites ${env:NAME} and ${userHome}, and says that ${workspaceFolder} has no value here', () => {
    const candidate = only({
      mcpServers: {
        a: {
          command: 'node',
          args: ['${workspaceFolder}/x.js', '${userHome}/data'],
          env: { REGION: '${env:MY_REGION}' },
          envFile: '.env',
        },
      },
    });
    expect(candidate.registration.command_argv).toEqual([
      'node',
      '${workspaceFolder}/x.js',
      '${HOME}/data',
    ]);
    expect(candidate.registration.env).toEqual({ REGION: '${MY_REGION}' });
    expect(candidate.placeholders).toEqual(['workspaceFolder', 'HOME', 'MY_REGION']);
    expect(candidate.suggestions.map(({ code }) => code)).toEqual(['editor_variable']);
    expect(candidate.not_imported).toEqual(['envFile']);
  });
});

describe('VS Code', () => {
  it('turns an input into a secret to ask for', () => {
    const text = `{
      // portable
      "inputs": [{ "type": "promptString", "id": "gh-token", "password": true }],
      "servers": {
        "gh": { "type": "stdio", "command": "npx", "args": ["gh"], "env": { "GH_TOKEN": "\${input:gh-token}" } },
        "web": { "type": "http", "url": "https://w.example/mcp", "headers": { "X-Key": "\${input:web key}" } },
      },
    }`;
    const { format, candidates } = pasted(text);
    expect(format).toBe('vscode');
    expect(candidates[0]?.registration).toMatchObject({ env: {}, env_keys: ['GH_TOKEN'] });
    expect(candidates[0]?.secrets).toMatchObject([{ name: 'GH_TOKEN', value: null, place: 'env' }]);
    expect(candidates[1]?.registration.auth).toEqual({
      kind: 'env_header',
      env_key: 'WEB_KEY',
      header_name: 'X-Key',
    });
    expect(candidates[1]?.secrets).toMatchObject([{ name: 'WEB_KEY', value: null }]);
  });

  it('refuses socket addresses', () => {
    const entry = refused({ servers: { a: { type: 'http', url: 'unix:///tmp/x' } } });
    expect(entry.reason).toContain('http://');
  });

  it('reads mcp.servers of settings.json', () => {
    const text = {
      'editor.fontSize': 12,
      mcp: { servers: { a: { command: 'npx', args: ['x'] } } },
    };
    expect(pasted(text).format).toBe('vscode');
    expect(registration(text).command_argv).toEqual(['npx', 'x']);
  });
});

describe('Windsurf', () => {
  it('reads serverUrl and disabled', () => {
    const text = { mcpServers: { w: { serverUrl: 'https://w.example/mcp', disabled: true } } };
    const candidate = only(text);
    expect(pasted(text).format).toBe('windsurf');
    expect(candidate.disabled_in_source).toBe(true);
    expect(candidate.registration).toMatchObject({
      transport: 'http',
      url: 'https://w.example/mcp',
      enabled: false,
    });
  });
});

describe('Zed', () => {
  it('reads both shapes of a custom server and refuses one that an extension provides', () => {
    const { format, candidates, rejected } = pasted(`{
      "theme": "One", // settings around
      "context_servers": {
        "new": { "source": "custom", "command": "npx", "args": ["a"] },
        "old": { "command": { "path": "uvx", "args": ["b"], "env": { "L": "1" } } },
        "ext": { "settings": {} },
      }
    }`);
    expect(format).toBe('zed');
    expect(candidates.map((one) => one.registration.command_argv)).toEqual([
      ['npx', 'a'],
      ['uvx', 'b'],
    ]);
    expect(candidates[1]?.registration.env).toEqual({ L: '1' });
    expect(rejected).toMatchObject([{ source_name: 'ext', line: 6, column: 9 }]);
  });
});

describe('Codex', () => {
  it('takes an entry with an address alone for HTTP', () => {
    const text = '[mcp_servers.fig]\nurl = "https://f.example/sse"\n';
    expect(pasted(text).format).toBe('codex-toml');
    expect(registration(text)).toMatchObject({ transport: 'http', url: 'https://f.example/sse' });
  });

  it('takes the token variable as bearer and lists the further headers', () => {
    const candidate = only(`[mcp_servers.fig]
url = "https://f.example/mcp"
bearer_token_env_var = "FIG_TOKEN"
http_headers = { "X-Region" = "eu" }
startup_timeout_sec = 20
tool_timeout_sec = 45.5
enabled = false
enabled_tools = ["a"]
`);
    expect(candidate.registration).toMatchObject({
      auth: { kind: 'env_bearer', env_key: 'FIG_TOKEN', header_name: 'Authorization' },
      timeouts: { start_s: 20, call_s: 45.5 },
      enabled: false,
    });
    expect(candidate.secrets).toMatchObject([{ name: 'FIG_TOKEN', value: null, place: 'header' }]);
    expect(candidate.not_imported).toEqual([
      'enabled_tools',
      'headers.X-Region (one header can be sent per server)',
    ]);
  });

  it('maps env_http_headers, env_vars and cwd', () => {
    const { candidates } = pasted(`[mcp_servers.a]
url = "https://a.example/mcp"
env_http_headers = { "X-Api-Key" = "A_KEY" }
[mcp_servers.b]
command = "uvx"
args = ["b"]
cwd = "/srv"
env_vars = ["LANG", "B_TOKEN"]
`);
    expect(candidates[0]?.registration.auth).toEqual({
      kind: 'env_header',
      env_key: 'A_KEY',
      header_name: 'X-Api-Key',
    });
    expect(candidates[1]?.registration).toMatchObject({
      cwd: '/srv',
      env: { LANG: '${LANG}' },
      env_keys: ['B_TOKEN'],
    });
  });

  it('names servers under the wrong table instead of dropping them', () => {
    const { candidates, rejected } = pasted(`model = "x"
[mcp_servers.good]
command = "npx"
[mcp.servers.lost]
command = "npx"
`);
    expect(candidates.map(({ id }) => id)).toEqual(['good']);
    expect(rejected).toMatchObject([{ source_name: 'lost', line: 4, column: 1 }]);
    expect(rejected[0]?.reason).toContain('[mcp_servers.lost]');
  });

  it('names the wrong table also when it is the only one', () => {
    expect(refused('[mcp.servers.y]\ncommand = "npx"\n').source_name).toBe('y');
  });
});

describe('Gemini CLI', () => {
  it('takes httpUrl for HTTP, url for SSE, and $NAME for a placeholder', () => {
    const { format, candidates } = pasted({
      theme: 'dark',
      mcpServers: {
        a: { httpUrl: 'https://a.example/mcp', trust: true, timeout: 30000 },
        b: { url: 'https://b.example/mcp' },
        c: { command: 'node', args: ['$HOME/x.js'], includeTools: ['t'] },
      },
    });
    expect(format).toBe('gemini-cli');
    expect(candidates.map((one) => one.registration.transport)).toEqual(['http', 'sse', 'stdio']);
    expect(candidates[0]?.registration.timeouts).toEqual({ call_s: 30 });
    expect(candidates[0]?.not_imported).toEqual(['trust']);
    expect(candidates[2]?.registration.command_argv).toEqual(['node', '${HOME}/x.js']);
  });
});

describe('Cline', () => {
  it('reads streamableHttp and timeouts in seconds, and leaves autoApprove behind', () => {
    const text = {
      mcpServers: {
        c: { type: 'streamableHttp', url: 'https://c.example/', timeout: 1800, autoApprove: ['x'] },
      },
    };
    expect(pasted(text).format).toBe('cline');
    expect(only(text).registration).toMatchObject({
      transport: 'http',
      timeouts: { call_s: 1800 },
    });
    expect(only(text).not_imported).toEqual(['autoApprove']);
  });
});

describe('Goose', () => {
  it('reads YAML, asks for env_keys and refuses what is built in', () => {
    const { format, candidates, rejected } = pasted(`GOOSE_PROVIDER: x
extensions:
  gh:
    name: GitHub
    type: stdio
    cmd: npx
    args: [-y, gh]
    envs: { LEVEL: info }
    env_keys: [GH_TOKEN]
    timeout: 300
    enabled: true
    description: null
  web:
    type: streamable_http
    uri: https://w.example/mcp
    enabled: false
  developer:
    type: builtin
    enabled: true
`);
    expect(format).toBe('goose-yaml');
    expect(candidates[0]?.registration).toMatchObject({
      name: 'GitHub',
      command_argv: ['npx', '-y', 'gh'],
      env: { LEVEL: 'info' },
      env_keys: ['GH_TOKEN'],
      timeouts: { call_s: 300 },
    });
    expect(candidates[0]?.secrets).toMatchObject([{ name: 'GH_TOKEN', value: null }]);
    expect(candidates[1]).toMatchObject({
      disabled_in_source: true,
      registration: { transport: 'http', url: 'https://w.example/mcp' },
    });
    expect(rejected).toMatchObject([{ source_name: 'developer', line: 18 }]);
  });
});

describe('opencode', () => {
  const server = { type: 'local', command: ['bun', 'x', 'tool'], environment: { A: '{env:B}' } };

  it('reads V1', () => {
    const text = {
      $schema: 'https://opencode.ai/config.json',
      mcp: { t: { ...server, enabled: false } },
    };
    expect(pasted(text).format).toBe('opencode');
    expect(only(text).registration).toMatchObject({
      command_argv: ['bun', 'x', 'tool'],
      env: { A: '${B}' },
      enabled: false,
    });
  });

  it('reads V2 with remote servers and headers from the environment', () => {
    const { format, candidates } = pasted({
      mcp: {
        servers: {
          t: { ...server, disabled: true },
          r: {
            type: 'remote',
            url: 'https://r.example/mcp',
            headers: { Authorization: 'Bearer {env:R_TOKEN}' },
            timeout: 8000,
          },
        },
      },
    });
    expect(format).toBe('opencode');
    expect(candidates[0]?.disabled_in_source).toBe(true);
    expect(candidates[1]?.registration).toMatchObject({
      transport: 'http',
      auth: { kind: 'env_bearer', env_key: 'R_TOKEN' },
      timeouts: { start_s: 8 },
    });
  });

  it('asks for what it would read from a file', () => {
    const candidate = only({
      mcp: { t: { type: 'local', command: ['x'], environment: { API_KEY: '{file:~/.keys/api}' } } },
    });
    expect(candidate.registration.env).toEqual({ API_KEY: '${KEYS_API}' });
    expect(candidate.secrets).toMatchObject([{ name: 'KEYS_API', value: null }]);
  });
});

describe('our own mcp_servers.json', () => {
  it('takes a registration over, but neither capabilities nor risk overrides', () => {
    const text = {
      arxiv: {
        name: 'arXiv search',
        transport: 'stdio',
        command_argv: ['npx', 'arxiv'],
        cwd: '',
        env: { L: 'info' },
        env_keys: ['GITHUB_TOKEN'],
        url: '',
        auth: { kind: 'env_bearer', env_key: 'ARXIV_KEY', header_name: 'Authorization' },
        enabled: true,
        capabilities: ['tools'],
        tool_risk_overrides: { x: 'high' },
        timeouts: { start_s: 60, idle_s: 300, call_s: 120 },
      },
    };
    const candidate = only(text);
    expect(pasted(text).format).toBe('gatehouse');
    expect(candidate.registration).toEqual({
      name: 'arXiv search',
      transport: 'stdio',
      command_argv: ['npx', 'arxiv'],
      cwd: '',
      env: { L: 'info' },
      env_keys: ['GITHUB_TOKEN'],
      url: '',
      auth: { kind: 'env_bearer', env_key: 'ARXIV_KEY', header_name: 'Authorization' },
      enabled: true,
      timeouts: { start_s: 60, call_s: 120 },
    });
    expect(candidate.not_imported).toEqual([
      'timeouts.idle_s',
      'capabilities',
      'tool_risk_overrides',
    ]);
  });
});

describe('parts of a configuration', () => {
  it.each([
    ['a server alone', '{"command": "npx", "args": ["-y", "@scope/files@1.2", "/d"]}', 'files'],
    ['an address alone in an object', '{"url": "https://mcp.sentry.example/mcp"}', 'sentry'],
    ['a named server without braces', '"files": {"command": "npx"},', 'files'],
    ['the same after a comment', '// mine\n"files": {"command": "npx"}', 'files'],
    ['mcpServers without braces', '"mcpServers": {"files": {"command": "npx"}}', 'files'],
    ['servers by name', '{"files": {"command": "npx"}}', 'files'],
    ['a list of servers', '[{"name": "files", "command": "npx"}]', 'files'],
    ['a TOML pair', 'command = "npx"\nargs = ["files"]', 'files'],
    ['a YAML server', 'files:\n  command: npx', 'files'],
    ['a YAML list', 'mcpServers:\n  - name: files\n    command: npx', 'files'],
  ])('reads %s', (_what, text, id) => {
    expect(only(text).id).toBe(id);
  });

  it('gives the line and column of a broken fragment as pasted', () => {
    const { candidates, rejected } = pasted('"a": {"command": "npx"},\n"b": 7');
    expect(candidates.map(({ id }) => id)).toEqual(['a']);
    expect(rejected).toMatchObject([{ source_name: 'b', line: 2, column: 1 }]);
  });

  it('tolerates a Markdown fence and text around it, and still counts lines', () => {
    const text =
      'Add this:\r\n```jsonc\r\n{"mcpServers": {\r\n "a": {"command": "npx"},\r\n "b": {}}}\r\n```\r\nDone.';
    expect(pasted(text).candidates.map(({ id }) => id)).toEqual(['a']);
    expect(pasted(text).rejected).toMatchObject([{ source_name: 'b', line: 5, column: 2 }]);
  });
});
