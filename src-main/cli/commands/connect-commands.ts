import { failure } from '../../kernel/failure.ts';
import type { Command } from '../command.ts';

const TOKEN = /^gth_[A-Za-z0-9_-]{43}$/;

export const connectCommands: readonly Command[] = [
  {
    name: 'connect',
    usage: '--agent A',
    summary: 'Serve one MCP client on stdin and stdout, as an agent',
    details: [
      '',
      'For clients that start a command. The client token comes in GATEHOUSE_TOKEN, never on the line;',
      'make one with: gatehouse agent token <agent>',
      '',
      'stdout carries MCP and nothing else; everything a person should read goes to stderr.',
      'When neither the app nor `gatehouse serve` runs, this starts `gatehouse serve` in the background.',
      'It ends by itself ten minutes after the last client. The session goes on when the app opens or quits.',
      '',
      'Exit codes: 0 the client left, 2 no agent or no token, 4 the token is refused.',
    ],
    options: { agent: { type: 'string' } },
    positionals: [0, 0],
    run: async (typed, context) => {
      const agent = typed.one('agent');
      if (agent === undefined || agent === '')
        return failure('usage', 'connect needs the agent that the client acts as.', {
          fix: 'Usage: GATEHOUSE_TOKEN=… gatehouse connect --agent <agent>',
        });
      const token = context.environment('GATEHOUSE_TOKEN');
      if (token === undefined || !TOKEN.test(token))
        return failure(
          'usage',
          token === undefined || token === ''
            ? 'There is no client token in GATEHOUSE_TOKEN.'
            : 'What stands in GATEHOUSE_TOKEN is no client token.',
          {
            fix: `Make one with \`gatehouse agent token ${agent}\` and set it in the environment that the client gives this command.`,
          },
        );
      const ended = await context.connect({ agent, token });
      return ended.ok ? ended.value : ended.failure;
    },
  },
];
