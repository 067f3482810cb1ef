import { randomUUID } from 'node:crypto';
import type { Approval } from '../../../src-preload/contract/index.ts';
import type { Door } from '../../api/door.ts';
import { failure } from '../../kernel/failure.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { readArgumentsFile } from '../arguments-file.ts';
import type { Command, Context, Outcome, Typed } from '../command.ts';
import { send } from '../forward.ts';
import { jsonText } from '../json-text.ts';
import { showResult } from '../show-result.ts';
import { answerAtTerminal } from '../terminal-approver.ts';

async function argumentsText(typed: Typed): Promise<Result<string>> {
  const inline = typed.one('args');
  const file = typed.one('args-file');
  if (inline !== undefined && file !== undefined)
    return fail('usage', 'Give --args or --args-file, not both.');
  return file === undefined ? ok(inline ?? '{}') : readArgumentsFile(file);
}

/** Says what the call is doing, and lets a person at this terminal answer its question. */
async function follow(context: Context, door: Door, call_id: string): Promise<() => void> {
  let asked = false;
  return door.events((event) => {
    if (event.name !== 'call/progress' || event.body.call_id !== call_id) return;
    const { step, message, progress, total } = event.body;
    if (step === 'running' && progress !== null)
      context.note(`… ${progress}${total === null ? '' : `/${total}`} ${message}`);
    if (step !== 'waiting' || asked) return;
    asked = true;
    const isOurs = (one: Approval) => one.call_id === call_id;
    void sayWhoAnswers(context, door, message, isOurs);
  });
}

async function sayWhoAnswers(
  context: Context,
  door: Door,
  because: string,
  isOurs: (approval: Approval) => boolean,
): Promise<void> {
  const status = await door.request('status/show', {});
  const list = await door.request('approvals/list', {});
  const id = list.ok ? list.value.find(isOurs)?.id : undefined;
  if (status.ok && !status.value.may_approve) {
    context.note(`Waiting for a person (${because}). Answer in the Gatehouse window.`);
    return;
  }
  context.note(
    `Waiting for a person (${because}). Answer: gatehouse approvals answer ${id ?? '<id>'} once|session|always|deny`,
  );
  if (context.ask !== null) await answerAtTerminal(context, door, isOurs);
}

async function call(typed: Typed, context: Context): Promise<Outcome> {
  const [server_id = '', tool = ''] = typed.positionals;
  const args = await argumentsText(typed);
  if (!args.ok) return args.failure;
  const agent = typed.one('agent');
  const door = await context.door();
  if (!door.ok) return door.failure;
  const call_id = randomUUID();
  const stop = await follow(context, door.value, call_id);
  const answer = await send(context, 'tool/call', {
    server_id,
    tool,
    arguments_json: args.value,
    call_id,
    ...(agent === undefined ? {} : { agent }),
  });
  stop();
  if (!answer.ok) return answer.failure;
  const { result } = answer.value;
  context.print(context.json ? jsonText(result) : showResult(result));
  return result['isError'] === true ? 1 : 0;
}

export const callCommands: readonly Command[] = [
  {
    name: 'call',
    usage: '<server> <tool> [--args JSON | --args-file F] [--agent A]',
    summary: 'Call a tool, under policy, with a record',
    options: {
      args: { type: 'string' },
      'args-file': { type: 'string' },
      agent: { type: 'string' },
    },
    positionals: [2, 2],
    run: call,
  },
  {
    name: 'read',
    usage: '<server> <uri>',
    summary: 'Read a resource',
    positionals: [2, 2],
    run: async ({ positionals: [id = '', uri = ''] }, context) => {
      const answer = await send(context, 'resource/read', { id, uri });
      if (!answer.ok) return answer.failure;
      context.print(context.json ? jsonText(answer.value) : showResult(answer.value));
      return 0;
    },
  },
  {
    name: 'prompt',
    usage: '<server> <name> [--args JSON]',
    summary: 'Get a prompt',
    options: { args: { type: 'string' } },
    positionals: [2, 2],
    run: async (typed, context) => {
      const [id = '', name = ''] = typed.positionals;
      let args: unknown;
      try {
        args = JSON.parse(typed.one('args') ?? '{}');
      } catch (error) {
        return failure(
          'bad_arguments',
          `--args is not JSON: ${error instanceof Error ? error.message : ''}.`,
        );
      }
      const answer = await send(context, 'prompt/get', {
        id,
        name,
        // Checked by the contract on the other side of the door.
        arguments: args as Record<string, string>,
      });
      if (!answer.ok) return answer.failure;
      context.print(context.json ? jsonText(answer.value) : showResult(answer.value));
      return 0;
    },
  },
];
