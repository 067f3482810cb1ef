import type { Approval, ApprovalAnswer } from '../../src-preload/contract/index.ts';
import type { Door } from '../api/door.ts';
import type { Context } from './command.ts';
import { jsonText } from './json-text.ts';
import { plainText } from './table.ts';

const ANSWERS: Record<string, ApprovalAnswer> = {
  o: 'once',
  once: 'once',
  s: 'session',
  session: 'session',
  a: 'always',
  always: 'always',
  d: 'deny',
  deny: 'deny',
};

/** The whole question, nothing cut, no escape sequence of the other side let through. */
export function showApproval(approval: Approval): string {
  const left = Math.max(0, Math.round((Date.parse(approval.expires_at) - Date.now()) / 1000));
  return [
    `${approval.risk.toUpperCase()}  ${plainText(approval.tool)} on ${plainText(approval.server_name)} (${approval.server_id})   ${left} s left`,
    `  id        ${approval.id}`,
    `  asked by  ${plainText(approval.agent)}${approval.client === null ? '' : ` (${plainText(approval.client_label ?? approval.client)})`}`,
    `  because   ${plainText(approval.because)}`,
    ...(approval.detached
      ? ['  pending   its call went back; a yes is for the next identical call']
      : []),
    ...approval.reasons.map((reason) => `  why       ${plainText(reason.text)}`),
    '  arguments',
    ...jsonText(approval.arguments)
      .split('\n')
      .map((line) => `    ${line}`),
  ].join('\n');
}

/** Asks at this terminal about the question that `mine` picks. Anything but a known answer denies. */
export async function answerAtTerminal(
  context: Context,
  door: Door,
  mine: (approval: Approval) => boolean,
): Promise<void> {
  if (context.ask === null) return;
  const list = await door.request('approvals/list', {});
  const approval = list.ok ? list.value.find(mine) : undefined;
  if (approval === undefined) return;
  context.note(showApproval(approval));
  const typed = await context.ask('Allow? [o]nce, [s]ession, [a]lways, [d]eny (default: deny): ');
  // Ctrl+C ends the call itself; that is no answer.
  if (context.signal.aborted) return;
  const answer = ANSWERS[typed.trim().toLowerCase()] ?? 'deny';
  const answered = await door.request('approvals/answer', { id: approval.id, answer });
  if (!answered.ok) context.note(answered.failure.message);
}
