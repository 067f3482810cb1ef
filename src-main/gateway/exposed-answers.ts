import type { Failure } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import type { ExposedAnswer, McpObject, ReadAnswer } from './exposed.ts';
import { failureText } from './failure-text.ts';

const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;
/** Of the 2025 revisions; whoever answers a 2026-07-28 client says INVALID_PARAMS instead. */
export const RESOURCE_NOT_FOUND = -32_002;
/** Refused by policy, or the server does not answer: the message says which, with a stable prefix. */
const REFUSED = -32_000;

/** Codes of a server's own refusal that mean the same at our door. */
const PASSED_ON = [RESOURCE_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR];

type ErrorAnswer = Extract<ReadAnswer, { kind: 'error' }>;

export const errorAnswer = (code: number, message: string, data?: McpObject): ErrorAnswer => ({
  ...{ kind: 'error', code, message, data },
});

export const noResource = (uri: string): ErrorAnswer =>
  errorAnswer(RESOURCE_NOT_FOUND, `Resource not found: ${uri.slice(0, 500)}`, { uri });

export const noPrompt = (name: string): ErrorAnswer =>
  errorAnswer(INVALID_PARAMS, `Unknown prompt: ${name.slice(0, 200)}`);

export const ownFault = (): ErrorAnswer => errorAnswer(INTERNAL_ERROR, 'Internal error');

/** A failed read as a JSON-RPC error; `missing` is said of what is not there. */
export function readFailure(
  { log, redact }: TellParts,
  server_id: string,
  failure: Failure,
  missing: ErrorAnswer,
): ErrorAnswer {
  const code = failure.params?.['error_code'];
  if (typeof code === 'number' && PASSED_ON.includes(code))
    return errorAnswer(
      code,
      redact(failure.message),
      code === INTERNAL_ERROR ? undefined : missing.data,
    );
  if (failure.code === 'not_found') return missing;
  if (failure.code === 'bad_arguments') return errorAnswer(INVALID_PARAMS, redact(failure.message));
  const told = failureText(server_id, failure);
  if (told === 'unknown_tool') return missing;
  if (told !== 'own_fault') return errorAnswer(REFUSED, redact(told.text));
  log.error('a read of a client failed by our own fault', { server_id, ...failure });
  return ownFault();
}

export interface TellParts {
  readonly log: Pick<Log, 'error'>;
  readonly redact: (text: string) => string;
}

/** A failed call as the model is told of it; `server_id` null: one of our own tools. */
export function callFailure(
  { log, redact }: TellParts,
  call_id: string,
  server_id: string | null,
  failure: Failure,
  outputSchema: Record<string, unknown> | null = null,
): ExposedAnswer {
  const told = failureText(server_id, failure);
  if (told === 'unknown_tool') return { kind: told };
  if (told === 'own_fault') {
    log.error('a call from a client failed by our own fault', { call_id, ...failure });
    return { kind: told };
  }
  const content = [{ type: 'text', text: redact(told.text) }];
  return { kind: 'result', result: { content, isError: true }, outputSchema };
}
