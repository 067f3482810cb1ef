import { z } from 'zod';
import { failureSentences } from './failure-sentences.ts';
import type { Failure } from './views/common.ts';
import type { JournalEntry } from './views/governance.ts';

/** What an entry may keep of a failure; each kind of entry keeps some of it. */
const Kept = z.object({
  code: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  exit_code: z.number().optional().catch(undefined),
  signal: z.string().optional().catch(undefined),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .catch(undefined),
});

const TELLING: readonly JournalEntry['kind'][] = [
  'call_decided',
  'call_completed',
  'stop',
  'probe',
  'resource_read',
  'prompt_get',
  'client_asked',
];

/** Why a recorded call, test or run did not end well, as it was said then; null where it did. */
export function recordedFailure({
  kind,
  outcome,
  detail,
}: Pick<JournalEntry, 'kind' | 'outcome' | 'detail'>): Failure | null {
  if (!TELLING.includes(kind)) return null;
  const kept = Kept.parse(detail);
  const code = [kept.code, kept.reason, outcome ?? undefined].find(
    (one) => one !== undefined && Object.hasOwn(failureSentences.en, one),
  );
  // Somebody ended it: that is no failure.
  if (code === undefined || (code === 'cancelled' && kind === 'stop')) return null;
  const { exit_code, signal } = kept;
  return {
    code,
    message: kept.message ?? '',
    params: {
      ...(exit_code === undefined ? {} : { exit_code }),
      ...(signal === undefined ? {} : { signal }),
      ...kept.params,
    },
  };
}
