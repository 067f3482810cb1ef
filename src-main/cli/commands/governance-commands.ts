import { failure } from '../../kernel/failure.ts';
import type { Command } from '../command.ts';
import { forward } from '../forward.ts';
import { showTextChange } from '../show-server.ts';
import { plainText, table } from '../table.ts';
import { showApproval } from '../terminal-approver.ts';

const ANSWERS = ['once', 'session', 'always', 'deny'] as const;

const pausing = (verb: 'pause' | 'resume', summary: string): Command => ({
  name: verb,
  usage: '[<agent>]',
  summary,
  positionals: [0, 1],
  run: ({ positionals: [agent] }, context) =>
    forward(context, `calls/${verb}`, agent === undefined ? {} : { agent }, () =>
      verb === 'pause' ? `Paused ${agent ?? 'all calls'}.` : `Resumed ${agent ?? 'all calls'}.`,
    ),
});

export const governanceCommands: readonly Command[] = [
  {
    name: 'approvals list',
    usage: '',
    summary: 'Questions that wait for a person, with whole arguments',
    positionals: [0, 0],
    run: (_, context) =>
      forward(context, 'approvals/list', {}, (waiting) =>
        waiting.length === 0 ? 'Nothing waits.' : waiting.map(showApproval).join('\n\n'),
      ),
  },
  {
    name: 'approvals answer',
    usage: '<id> once|session|always|deny [--code CODE]',
    summary: 'Answer one',
    details: [
      '',
      '  once      this call and no other',
      '  session   this tool for this agent, until the app or `serve` ends (without one: this call only)',
      '  always    this tool for this agent, as it is defined now; see and undo: gatehouse grant list',
      '  deny      no',
      '  --code    what `gatehouse serve --approver` printed',
    ],
    options: { code: { type: 'string' } },
    positionals: [2, 2],
    run: async (typed, context) => {
      const [id = '', word] = typed.positionals;
      const answer = ANSWERS.find((known) => known === word);
      if (answer === undefined)
        return failure('usage', `"${word}" is no answer.`, {
          fix: `One of: ${ANSWERS.join(', ')}`,
        });
      const code = typed.one('code');
      return forward(
        context,
        'approvals/answer',
        { id, answer, ...(code === undefined ? {} : { approver_code: code }) },
        ({ collected_later }) =>
          collected_later
            ? `Answered: ${answer}. The client has stopped waiting: its next identical call takes the answer, if it comes in time.`
            : `Answered: ${answer}.`,
      );
    },
  },
  pausing('pause', 'Refuse all calls, or those of one agent'),
  pausing('resume', 'Let calls through again; without an agent, those of all agents'),
  {
    name: 'grant list',
    usage: '',
    summary: 'Remembered answers: what runs without asking',
    positionals: [0, 0],
    run: (_, context) =>
      forward(context, 'grant/list', {}, (grants) =>
        grants.length === 0
          ? 'Nothing is remembered: every dangerous call asks.'
          : table([
              ['ID', 'FOR', 'AGENT', 'SERVER', 'TOOL'],
              ...grants.map((grant) => [
                ...[grant.id, grant.kind, grant.agent, grant.server_id, grant.tool],
              ]),
            ]),
      ),
  },
  {
    name: 'grant revoke',
    usage: '<id>',
    summary: 'Take a remembered yes back',
    positionals: [1, 1],
    run: ({ positionals: [id = ''] }, context) =>
      forward(context, 'grant/revoke', { id }, () => 'Taken back. The next call asks again.'),
  },
  {
    name: 'trust list',
    usage: '',
    summary: 'Edits from outside that wait for you',
    positionals: [0, 0],
    run: (_, context) =>
      forward(context, 'trust/list', {}, (items) =>
        items.length === 0
          ? 'Nothing waits: what holds is what you accepted.'
          : items
              .map((item) =>
                [
                  `${item.item}  ${plainText(item.title)}`,
                  ...(item.problem === null
                    ? []
                    : [`  problem: ${plainText(item.problem.message)}`]),
                  ...item.changes.flatMap(showTextChange),
                ].join('\n'),
              )
              .join('\n'),
      ),
  },
  {
    name: 'trust accept',
    usage: '<item>',
    summary: 'Let an edit from outside hold',
    positionals: [1, 1],
    run: ({ positionals: [item = ''] }, context) =>
      forward(context, 'trust/accept', { item }, () => `Accepted ${item}.`),
  },
];
