import type { Agent, AgentDetail, Snippets } from '../../../src-preload/contract/index.ts';
import { failure } from '../../kernel/failure.ts';
import type { Command, Typed } from '../command.ts';
import { forward } from '../forward.ts';
import { plainLines, plainText, table } from '../table.ts';
import { notListening } from './client-commands.ts';

const stateOf = (agent: Agent): string => {
  if (agent.problem !== null) return agent.problem.message;
  if (agent.paused) return 'paused';
  if (agent.pending) return 'edited outside: gatehouse trust list';
  return agent.warnings.length > 0 ? `ok, ${agent.warnings.length} warning(s)` : 'ok';
};

function showAgent(agent: AgentDetail): string {
  const servers = Object.entries(agent.servers);
  const { low, medium, high } = agent.approval;
  return [
    table([
      ['agent', agent.name],
      ['description', agent.description],
      ['state', stateOf(agent)],
      ['approval', `low ${low}, medium ${medium}, high ${high}`],
      ['names', agent.prefix === 'none' ? 'raw tool names' : '<server>__<tool>'],
      ['own tools', agent.local_tools.join(' ') || '-'],
      ['sampling', agent.sampling ? 'allowed' : 'not allowed'],
      ['roots', agent.roots.join(' ') || 'no limit'],
      ['hosts', agent.hosts.join(' ') || 'no limit'],
      ['clients', String(agent.clients)],
      ['file', agent.file ?? '-'],
      ...servers.map(([id, tools], index) => [
        index === 0 ? 'servers' : '',
        `${id}: ${tools.join(' ')}`,
      ]),
      ...(servers.length === 0 ? [['servers', 'none']] : []),
    ]),
    ...agent.warnings.map(({ text }) => `▲ ${plainText(text)}`),
  ].join('\n');
}

const showSnippets = ({ snippets, problem }: Snippets): string =>
  [
    ...snippets.map(({ name, path, text }) =>
      [`${name}: ${path}`, '', plainLines(text.trimEnd()), ''].join('\n'),
    ),
    ...notListening(problem),
  ].join('\n');

const words = (text: string | undefined): string[] | undefined =>
  text?.split(',').flatMap((word) => word.trim() || []);

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

const onOff = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : text === 'on';

/** What was typed for `agent set`; words that are none are left to the contract, which names the right ones. */
function changesOf(typed: Typed) {
  const approval = Object.fromEntries(
    ['low', 'medium', 'high'].flatMap((risk) => {
      const level = typed.one(risk);
      return level === undefined ? [] : [[risk, level]];
    }),
  );
  const changes = {
    description: typed.one('description'),
    approval: Object.keys(approval).length > 0 ? approval : undefined,
    roots: words(typed.one('roots')),
    hosts: words(typed.one('hosts')),
    prefix: typed.one('prefix'),
    local_tools: words(typed.one('local-tools')),
    sampling: onOff(typed.one('sampling')),
    result_inline_chars: numberOf(typed.one('inline-chars')),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

export const agentCommands: readonly Command[] = [
  {
    name: 'agent list',
    usage: '',
    summary: 'Agents and what they may use',
    positionals: [0, 0],
    run: (_, context) =>
      forward(context, 'agent/list', {}, (agents) =>
        table([
          ['AGENT', 'SERVERS', 'HIGH', 'CLIENTS', 'STATE'],
          ...agents.map((agent) => [
            agent.name,
            Object.keys(agent.servers).join(' ') || '-',
            agent.approval.high,
            String(agent.clients),
            stateOf(agent),
          ]),
        ]),
      ),
  },
  {
    name: 'agent show',
    usage: '<name>',
    summary: 'One agent; its whole text with --json',
    positionals: [1, 1],
    run: ({ positionals: [name = ''] }, context) =>
      forward(context, 'agent/show', { name }, showAgent),
  },
  {
    name: 'agent create',
    usage: '<name> [--description D]',
    summary: 'A new agent, which may use nothing yet',
    options: { description: { type: 'string' } },
    positionals: [1, 1],
    run: (typed, context) => {
      const [name = ''] = typed.positionals;
      const description = typed.one('description');
      return forward(
        context,
        'agent/create',
        { name, ...(description === undefined ? {} : { description }) },
        (agent) =>
          `Made ${agent.name}. Allow it something: gatehouse agent allow ${agent.name} <server> [<tool>…]`,
      );
    },
  },
  {
    name: 'agent remove',
    usage: '<name> [--revoke-clients]',
    summary: 'Take an agent away, with what was remembered for it',
    options: { 'revoke-clients': { type: 'boolean' } },
    positionals: [1, 1],
    run: (typed, context) => {
      const [name = ''] = typed.positionals;
      const input = { name, revoke_clients: typed.flag('revoke-clients') };
      return forward(context, 'agent/remove', input, () => `Removed ${name}.`);
    },
  },
  {
    name: 'agent allow',
    usage: '<name> <server> [<tool>…]',
    summary: 'Let it use these tools of a server and no others of it; without tools, all',
    details: ['', '  <tool>  by name, or with * for any run of characters: "read_*"'],
    positionals: [2, Number.POSITIVE_INFINITY],
    run: ({ positionals: [name = '', server_id = '', ...tools] }, context) =>
      forward(
        context,
        'agent/allow',
        { name, server_id, tools: tools.length === 0 ? ['*'] : tools },
        showAgent,
      ),
  },
  {
    name: 'agent disallow',
    usage: '<name> <server>',
    summary: 'Take a server away from it',
    positionals: [2, 2],
    run: ({ positionals: [name = '', server_id = ''] }, context) =>
      forward(context, 'agent/allow', { name, server_id, tools: [] }, showAgent),
  },
  {
    name: 'agent set',
    usage:
      '<name> [--description D] [--low L] [--medium L] [--high L] [--roots A,B] [--hosts A,B] [--prefix P] [--local-tools A,B] [--sampling on|off] [--inline-chars N]',
    summary: 'Change how an agent is decided and what it is told',
    details: [
      '',
      '  --low, --medium   allow | ask | deny: calls of that risk',
      '  --high            ask | deny',
      '  --roots, --hosts  limits on paths and addresses; "" lifts them',
      '  --prefix          server | none: whether tool names begin with the server',
      '  --local-tools     which of Gatehouse’s own tools it gets',
      '  --sampling        whether servers may ask the model of its client',
      '  --inline-chars    longer results are stored and paged',
    ],
    options: Object.fromEntries(
      [
        ...['description', 'low', 'medium', 'high', 'roots', 'hosts'],
        ...['prefix', 'local-tools', 'sampling', 'inline-chars'],
      ].map((name) => [name, { type: 'string' as const }]),
    ),
    positionals: [1, 1],
    run: async (typed, context) => {
      const [name = ''] = typed.positionals;
      const changes = changesOf(typed);
      if (Object.keys(changes).length === 0)
        return failure('usage', 'Nothing to change was given.', {
          fix: 'For example: --high deny',
        });
      const sampling = typed.one('sampling');
      if (sampling !== undefined && sampling !== 'on' && sampling !== 'off')
        return failure('usage', `"${sampling}" is neither on nor off.`);
      // Checked by the contract on the other side of the door.
      return forward(context, 'agent/set', { name, changes: changes as object }, showAgent);
    },
  },
  {
    name: 'agent edit',
    usage: '<name>',
    summary: 'Replace its whole text by the YAML on stdin',
    positionals: [1, 1],
    run: async ({ positionals: [name = ''] }, context) => {
      const text = await context.readStdin();
      if (!text.ok) return text.failure;
      return forward(context, 'agent/set-text', { name, text: text.value }, showAgent);
    },
  },
  {
    name: 'agent snippets',
    usage: '<name>',
    summary: 'What to put into the configuration of each common client',
    details: ['', '  <TOKEN> in it stands for what `gatehouse agent token <name>` prints.'],
    positionals: [1, 1],
    run: ({ positionals: [agent = ''] }, context) =>
      forward(context, 'connect/snippets', { agent }, showSnippets),
  },
];
