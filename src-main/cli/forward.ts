import type { RequestInput, RequestName, RequestOutput } from '../../src-preload/contract/index.ts';
import { type Failure, failure, knownCode } from '../kernel/failure.ts';
import type { Context, Outcome } from './command.ts';
import { jsonText } from './json-text.ts';

/** Sends one request and shows its output: bare JSON with --json, else as `show` says it. */
export async function forward<N extends RequestName>(
  context: Context,
  name: N,
  input: RequestInput<N>,
  show: (output: RequestOutput<N>) => string,
): Promise<Outcome> {
  const answer = await send(context, name, input);
  if (!answer.ok) return answer.failure;
  printOutput(context, answer.value, show);
  return 0;
}

export function printOutput<T>(context: Context, output: T, show: (output: T) => string): void {
  const text = context.json ? jsonText(output) : show(output);
  if (text !== '') context.print(text);
}

export type Sent<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export async function send<N extends RequestName>(
  context: Context,
  name: N,
  input: RequestInput<N>,
): Promise<Sent<RequestOutput<N>>> {
  const door = await context.door();
  if (!door.ok) return door;
  const answer = await door.value.request(name, input, context.signal);
  return answer.ok ? answer : { ok: false, failure: known(answer.failure) };
}

/** A failure of a newer owner may have a code that this version does not know. */
function known(from: { code: string; message: string; fix?: string | undefined }): Failure {
  return failure(
    knownCode(from.code),
    from.message,
    from.fix === undefined ? {} : { fix: from.fix },
  );
}
