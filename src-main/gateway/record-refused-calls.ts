import { z } from 'zod';
import type { Journal } from '../journal/journal.ts';
import { newId } from '../kernel/ids.ts';
import type { Client } from '../trust/client-tokens.ts';
import { argumentsText } from './ambiguous-arguments.ts';
import { requestDetail } from './exposed-call.ts';

const Call = z.looseObject({
  method: z.literal('tools/call'),
  params: z.looseObject({ name: z.string(), arguments: z.unknown().optional() }),
});
/** Of one batch. */
const CALLS_MAX = 100;

/** Calls that came to a session which is not, or no longer, their client's: never run, but on record like any. */
export function recordRefusedCalls(
  journal: Pick<Journal, 'append'>,
  client: Client,
  body: unknown,
): void {
  const messages: readonly unknown[] = Array.isArray(body) ? body.slice(0, CALLS_MAX) : [body];
  for (const message of messages) {
    const call = Call.safeParse(message);
    if (!call.success) continue;
    const { name, arguments: given } = call.data.params;
    const about = {
      ...{ call_id: newId(), agent: client.agent, client: client.id },
      tool: name.slice(0, 256),
    };
    const detail = requestDetail(argumentsText(given));
    journal.append({ ...about, kind: 'call_requested', detail });
    journal.append({
      ...about,
      ...{ kind: 'call_completed', decision: 'deny', outcome: 'not_sent' },
      detail: { code: 'not_found', message: 'This client has no such session.' },
    });
  }
}
