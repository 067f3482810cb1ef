import type {
  AgentDetail,
  Approval,
  Client,
  Failure,
  Grant,
  RequestOutput,
  Server,
  Settings,
  Status,
  Tool,
  TrustItem,
} from '../../../src-preload/contract/index.ts';
import { agents, clients } from './agents.ts';
import { journal } from './journal.ts';
import { server } from './make-server.ts';
import { tools } from './tools.ts';

/** All that the made-up owner knows. */
export interface World {
  readonly servers: Map<string, Server>;
  readonly tools: Map<string, Tool[]>;
  readonly secrets: Set<string>;
  readonly problem: RequestOutput<'server/list'>['problem'];
  readonly invalid: RequestOutput<'server/list'>['invalid'];
  readonly trust: TrustItem[];
  readonly approvals: Approval[];
  readonly grants: Grant[];
  readonly agents: Map<string, AgentDetail>;
  readonly clients: Map<string, Client>;
  readonly journal: RequestOutput<'journal/list'>['entries'];
  settings: Settings;
  paused: boolean;
  readonly gateway: Status['gateway'];
  /** There is a keychain and it is open. */
  readonly keychain: boolean;
}

const settings = (query: URLSearchParams): Settings => ({
  language: query.get('language') === 'zh-CN' ? 'zh-CN' : 'en',
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  secret_store: 'keychain',
  close_to_tray: 'ask',
  runners: ['npx', 'node', 'uvx', 'uv', 'python', 'python3', 'docker', 'podman', 'deno', 'bun'],
  approvals: { answer_from: 'window', expire_s: 300, hold_s: 45 },
  gateway: { port: 7420, name_chars: 48, session_idle_s: 1_800 },
  probes: { every_s: 300 },
  journal: { keep_days: 90, keep_mb: 500 },
});

const failure = (code: string, message: string, fix: string): Failure => ({ code, message, fix });

function fullServers(): Server[] {
  return [
    server('files', 'Files in ~/papers', {
      argv: ['node', '/opt/gatehouse/servers/filesystem/index.js', '/home/ada/papers'],
      state: 'ready',
      counts: [9, 2, 3],
    }),
    server('notes', 'Notes', {
      argv: ['npx', '-y', 'notes-mcp@3.1.0', '--vault', '/home/ada/My Notes', ''],
      trust: 'changed',
      changes: [
        {
          field: 'command_argv[2]',
          before: '"notes-mcp@3.0.4"',
          after: '"notes-mcp@3.1.0"',
        },
      ],
      counts: [4, 3, 1],
    }),
    server('github', 'GitHub', {
      argv: ['npx', '-y', '@modelcontextprotocol/server-github'],
      failure: failure(
        'command_not_found',
        'npx was not found on PATH.',
        'Install Node.js, or add its folder to PATH and test again.',
      ),
      counts: [12, 9, 21],
    }),
    server('arxiv-search', 'arXiv search', {
      argv: ['uvx', 'arxiv-mcp==1.2.0'],
      env: { LOG_LEVEL: 'info' },
      secrets: ['ARXIV_API_KEY'],
      missing: ['ARXIV_API_KEY'],
      counts: [5, 1, 0],
    }),
    server('memory', 'Memory', {
      argv: ['npx', '-y', '@modelcontextprotocol/server-memory'],
      counts: [3, 2, 4],
      held: 2,
    }),
    server('linear', 'Linear', { url: 'https://mcp.linear.app/mcp', counts: [11, 12, 8] }),
    server('postgres', 'Postgres (read replica)', {
      argv: ['docker', 'run', '-i', '--rm', 'mcp/postgres', 'postgresql://replica/db'],
      env: { API_TOKEN: 'made-up-and-plain-0815' },
      trust: 'unconfirmed',
    }),
    server('weather', '天气 Weather ‮txet', {
      argv: ['python3', '-m', 'weather_mcp'],
      untested: true,
    }),
    server('old-sse', 'Legacy search', {
      url: 'http://127.0.0.1:9100/sse',
      enabled: false,
      counts: [1, 0, 0],
    }),
    server(
      'a-very-long-identifier-that-somebody-gave-it',
      'A server with quite a long name that does not fit on one line',
      {
        argv: ['bunx', 'long-named-server'],
        counts: [120, 40, 17],
        quarantined: 3,
      },
    ),
  ];
}

const trustItems = (): TrustItem[] => [
  {
    item: 'file:policy.yml',
    title: 'Rules in policy.yml',
    changes: [
      {
        field: 'rules[2]',
        before: null,
        after: '{"id":"allow-writes","effect":"allow","tools":["write_*"]}',
      },
      { field: 'rules[0].effect', before: '"deny"', after: '"allow"' },
    ],
    problem: null,
  },
  {
    item: 'server:notes',
    title: 'Notes',
    changes: [{ field: 'capabilities', before: '["tools"]', after: '["tools","sampling"]' }],
    problem: null,
  },
  {
    item: 'file:agents/broken.yml',
    title: 'Agent file broken.yml',
    changes: [],
    problem: failure('unreadable_file', 'Line 3, column 7: a mapping is not closed.', 'Close it.'),
  },
];

const approvals = (): Approval[] => [
  {
    id: '7b0d0f6e-5f0b-4c53-9a38-0f3f7f3d7a11',
    call_id: '2f7f3f5e-8c1f-4a6a-9a53-6a5f9f0f7a12',
    agent: 'researcher',
    client: 'claude-desktop-1f2e3d4c',
    client_label: 'Claude Desktop',
    detached: false,
    server_id: 'files',
    server_name: 'Files in ~/papers',
    tool: 'write_file',
    title: 'Write a file',
    arguments: { path: '/home/ada/papers/notes.md', content: 'Findings\n'.repeat(300) },
    argument_hash: 'ab'.repeat(32),
    risk: 'high',
    reasons: tools('files')[0]?.reasons ?? [],
    because: 'risk',
    asked_at: new Date(Date.now() - 20_000).toISOString(),
    expires_at: new Date(Date.now() + 260_000).toISOString(),
  },
];

const grants = (): Grant[] => [
  {
    id: `session-${'ab'.repeat(32)}`,
    kind: 'session',
    agent: 'researcher',
    client: 'Claude Desktop',
    server_id: 'files',
    tool: 'edit_file',
    risk: 'high',
  },
  {
    id: 'cd'.repeat(32),
    kind: 'always',
    agent: 'researcher',
    client: null,
    server_id: 'arxiv-search',
    tool: 'search',
    risk: 'medium',
  },
];

const gateway = (failed: boolean): Status['gateway'] =>
  failed
    ? {
        state: 'failed',
        address: null,
        failure: failure(
          'port_in_use',
          'Port 7420 is used by another program, so no client can reach the gateway.',
          'Choose another port in config.json, or end that program.',
        ),
        clients: 2,
      }
    : { state: 'listening', address: 'http://127.0.0.1:7420/mcp', failure: null, clients: 2 };

/** `full` has one server of every kind, `empty` is a first run, `broken` an unreadable registry file; `keychain=none` and `gateway=failed` add to it. */
export function world(query: URLSearchParams): World {
  const kind = query.get('world') ?? 'full';
  const servers = kind === 'full' ? fullServers() : [];
  return {
    servers: new Map(servers.map((one) => [one.id, one])),
    tools: new Map(servers.map(({ id, tools: counts }) => [id, counts === null ? [] : tools(id)])),
    secrets: new Set(['GITHUB_TOKEN']),
    problem:
      kind === 'broken'
        ? {
            message:
              '/home/ada/.gatehouse/mcp_servers.json cannot be read (line 14, column 3): A comma or } was expected.',
            line: 14,
            column: 3,
          }
        : null,
    invalid:
      kind === 'full'
        ? [{ id: 'Bad Id', message: 'The id may hold a-z, 0-9, - and _.', line: 88, column: 3 }]
        : [],
    trust: kind === 'full' ? trustItems() : [],
    approvals: kind === 'full' ? approvals() : [],
    grants: kind === 'full' ? grants() : [],
    agents: new Map(agents(kind === 'full').map((one) => [one.name, one])),
    clients: new Map(clients(kind === 'full').map((one) => [one.id, one])),
    journal: kind === 'full' ? journal() : [],
    settings: settings(query),
    paused: false,
    gateway: gateway(query.get('gateway') === 'failed'),
    keychain: query.get('keychain') !== 'none',
  };
}
