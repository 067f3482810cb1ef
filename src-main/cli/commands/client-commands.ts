import type { Client, ClientToken } from '../../../src-preload/contract/index.ts';
import type { Command } from '../command.ts';
import { forward } from '../forward.ts';
import { jsonText } from '../json-text.ts';
import { table } from '../table.ts';

/** A client would hand its token to whoever has the port. */
export const notListening = (problem: ClientToken['problem']): readonly string[] =>
  problem === null
    ? []
    : ['', `▲ Paste nothing yet: ${problem.message} ${problem.fix ?? ''}`.trimEnd()];

/** The token, once, and what a person pastes into the client's configuration. */
function showToken({ token, client_id, agent, url, problem }: ClientToken): string {
  const server = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  return [
    `A token for one client, which acts as the agent ${agent}. It is shown only now:`,
    '',
    `  ${token}`,
    '',
    'For the configuration of the client:',
    '',
    jsonText({ mcpServers: { gatehouse: server } }),
    '',
    `For other clients, ready to paste: gatehouse agent snippets ${agent}`,
    'The gateway listens while the app is open or `gatehouse serve` runs.',
    `Take it back: gatehouse client revoke ${client_id}`,
    ...notListening(problem),
  ].join('\n');
}

/** By which program and door, if it is here now. */
const connectedWords = ({ connected = [] }: Client): string =>
  [...Map.groupBy(connected, (one) => `${one.client_name || 'a client'} (${one.transport})`)]
    .map(([who, times]) => (times.length === 1 ? who : `${who} ×${times.length}`))
    .join(', ') || '-';

export const clientCommands: readonly Command[] = [
  {
    name: 'agent token',
    usage: '<name> [--label L] [--hold S]',
    summary: 'Let one AI client act as an agent; prints its token once',
    details: [
      '',
      '  --label  what you call the client; the name of the agent by default',
      '  --hold   seconds its calls wait for a person before they go back as pending (setting: approvals.hold_s)',
    ],
    options: { label: { type: 'string' }, hold: { type: 'string' } },
    positionals: [1, 1],
    run: (typed, context) => {
      const [name = ''] = typed.positionals;
      const label = typed.one('label');
      const hold = typed.one('hold');
      const input = {
        name,
        ...(label === undefined ? {} : { label }),
        ...(hold === undefined ? {} : { hold_s: Number(hold) }),
      };
      return forward(context, 'agent/token', input, showToken);
    },
  },
  {
    name: 'client list',
    usage: '',
    summary: 'Clients that have a token, and when they were last here',
    positionals: [0, 0],
    run: (_, context) =>
      forward(context, 'client/list', {}, (clients) =>
        clients.length === 0
          ? 'No client has a token. Make one: gatehouse agent token <agent>'
          : table([
              ['CLIENT', 'LABEL', 'AGENT', 'CREATED', 'LAST USE', 'CONNECTED'],
              ...clients.map((client) => [
                client.id,
                client.label,
                client.agent,
                client.created_at,
                client.last_used_at ?? 'never',
                connectedWords(client),
              ]),
            ]),
      ),
  },
  {
    name: 'client revoke',
    usage: '<id>',
    summary: 'Take a token back; what the client has running ends',
    positionals: [1, 1],
    run: ({ positionals: [id = ''] }, context) =>
      forward(context, 'client/revoke', { id }, () => `Revoked ${id}.`),
  },
];
