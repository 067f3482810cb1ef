import { z } from 'zod';
import { asRecord } from './call-outcome.ts';
import { CLIENT_METHODS, type ClientQuestion } from './request-owner.ts';
import { fitsAsQuestion, QUESTIONS_MAX } from './server-questions.ts';

const Question = z.object({
  method: z.enum(CLIENT_METHODS),
  params: z.record(z.string(), z.unknown()).default({}),
});
const InputRequired = z.object({
  inputRequests: z.record(z.string().max(1_000), Question).default({}),
  requestState: z.string().nullable().default(null),
});

export type InputRequired =
  | {
      readonly ok: true;
      /** Under the server's own keys. */
      readonly questions: Readonly<Record<string, ClientQuestion>>;
      /** To be given back as it is; null when none came. */
      readonly state: string | null;
    }
  | { readonly ok: false; readonly problem: string };

/** What a result of the newer era asks for before it can be had; null when it is complete. */
export function readInputRequired(result: unknown): InputRequired | null {
  if (asRecord(result)?.['resultType'] !== 'input_required') return null;
  const read = InputRequired.safeParse(result);
  if (!read.success) {
    return {
      ok: false,
      problem: 'The server asks for input in a way that the protocol does not know.',
    };
  }
  const { inputRequests: questions, requestState: state } = read.data;
  const count = Object.keys(questions).length;
  if (count === 0 && state === null) {
    return { ok: false, problem: 'The server asks for input without saying which.' };
  }
  if (count > QUESTIONS_MAX || !fitsAsQuestion(questions)) {
    return { ok: false, problem: 'The server asks for too much input at once.' };
  }
  return { ok: true, questions, state };
}
