import type { AgentDetail, Client } from '../../../src-preload/contract/index.ts';

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** An agent as the owner would tell it; everything left out is as in a new one. */
export function agent(name: string, more: Partial<AgentDetail> = {}): AgentDetail {
  return {
    name,
    description: '',
    built_in: false,
    paused: false,
    servers: {},
    approval: { low: 'allow', medium: 'allow', high: 'ask' },
    prefix: 'server',
    local_tools: ['result_read'],
    sampling: false,
    roots: [],
    hosts: [],
    limits: { result_inline_chars: 50_000 },
    warnings: [],
    file: `/home/ada/.gatehouse/agents/${name}.yml`,
    clients: 0,
    pending: false,
    problem: null,
    text: `name: ${name}\nmcp:\n  online_tool: {}\n`,
    ...more,
  };
}

const you = agent('you', {
  description: 'Calls from this window and the command line.',
  built_in: true,
  servers: { '*': ['*'] },
  file: null,
  text: null,
});

/** A first home has `you` and a `default` that allows nothing. */
export function agents(full: boolean): AgentDetail[] {
  const first = agent('default', { description: 'For AI clients without an agent of their own' });
  if (!full) return [you, first];
  return [
    you,
    first,
    agent('researcher', {
      description: 'Reads papers, writes notes',
      servers: {
        'arxiv-search': ['search_files', 'read_*'],
        notes: ['*'],
        files: ['*'],
        gone: ['x'],
      },
      approval: { low: 'allow', medium: 'ask', high: 'deny' },
      roots: ['~/papers'],
      hosts: ['*.arxiv.org'],
      warnings: [
        {
          code: 'unknown_server',
          params: { server: 'gone' },
          text: 'There is no server "gone"; researcher has nothing from it.',
        },
      ],
    }),
    agent('broken', {
      problem: {
        code: 'invalid_entry',
        message: 'agents/broken.yml, line 4, column 9: “alow” is no decision.',
        fix: 'Write allow, ask or deny.',
      },
    }),
    agent('everything', { servers: { '*': ['*'] }, paused: true, pending: true }),
  ];
}

export function clients(full: boolean): Client[] {
  if (!full) return [];
  return [
    {
      id: '3f2a77',
      agent: 'researcher',
      label: 'Claude Desktop',
      created_at: ago(86_400 * 9),
      last_used_at: ago(40),
      hold_s: null,
      connected: [
        {
          era: '2025',
          transport: 'stdio',
          client_name: 'claude-ai',
          client_version: '0.14.2',
          since: ago(5400),
          open_requests: 1,
        },
      ],
    },
    {
      id: '91c0de',
      agent: 'researcher',
      label: 'VS Code on the laptop with the long name that nobody can read',
      created_at: ago(3600),
      last_used_at: null,
      hold_s: 20,
      connected: [],
    },
    {
      id: '55aa11',
      agent: 'everything',
      label: 'Inspector',
      created_at: ago(86_400),
      last_used_at: ago(7200),
      hold_s: null,
      connected: [
        {
          era: '2026-07-28',
          transport: 'http',
          client_name: 'inspector‮txt',
          client_version: '',
          since: ago(60),
          open_requests: 0,
        },
      ],
    },
  ];
}
