import { type Failure, failure } from '../kernel/failure.ts';

const WORDS_MAX = 5;
const WORD_CHARS = 300;

/** The last lines of a crash for a failure: few, short, one below the other. */
const lastLines = (lines: readonly string[]): string =>
  lines
    .slice(-WORDS_MAX)
    .map((line) => line.slice(0, WORD_CHARS))
    .join('\n');

/** A server that ended `count` times in a row soon after its start. `lines`: redacted, from stderr. */
export function crashLoop(
  id: string,
  count: number,
  lines: readonly string[],
  last: Failure,
): Failure {
  const words = lastLines(lines);
  const said = words === '' ? last.message : `Its last words: ${words}`;
  return failure(
    'crash_loop',
    `“${id}” ended ${count} times in a row soon after its start. ${said}`,
    {
      fix: `Read its log and mend what it says (often a setting or a secret is missing), then try at once: gatehouse probe ${id}`,
      params: { ...last.params, id, count, reason: last.code, last_lines: words },
    },
  );
}

/** A server that `count` requests or starts in a row had no answer from. */
export function requestsFailed(id: string, count: number, last: Failure): Failure {
  const times = count <= 1 ? 'failed' : `failed ${count} times in a row`;
  return failure('breaker_open', `“${id}” ${times}, the last time with: ${last.message}`, {
    fix: `${last.fix === undefined ? 'Try' : `${last.fix} Or try`} at once: gatehouse probe ${id}`,
    params: { ...last.params, id, count, reason: last.code },
  });
}

/** The same, as the answer to whoever wants to use the server meanwhile. */
export function notNow(trouble: Failure, retryAt: number, now: number): Failure {
  const seconds = Math.ceil((retryAt - now) / 1000);
  const when =
    seconds <= 0
      ? 'Somebody else’s request is trying it right now.'
      : `The next try is possible in ${seconds} s.`;
  return {
    ...trouble,
    message: `${trouble.message} Nothing was sent. ${when}`,
    params: {
      ...trouble.params,
      retry_in_s: Math.max(0, seconds),
      retry_at: new Date(retryAt).toISOString(),
    },
  };
}

/** To one whose own time is over while the server still starts. */
export const stillStarting = (id: string, limit_s: number): Failure =>
  failure(
    'start_timeout',
    `“${id}” was not ready within ${limit_s} s, the time of this call. Nothing was sent.`,
    {
      fix: `Its start goes on for now: call again later, or look what is wrong: gatehouse probe ${id}`,
      params: { id, limit_s },
    },
  );
