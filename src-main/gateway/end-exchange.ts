import type { RequestId } from './message-ids.ts';
import type { SessionTransport } from './session-transport-http.ts';

/** Of a session: its requests that run, each with all that share its exchange. */
interface Exchanges {
  readonly transport: SessionTransport;
  readonly running: ReadonlyMap<RequestId, readonly RequestId[]>;
}

/** A client that went away takes no answer: what it asked for ends like a cancelled request. */
export function leave({ running, transport }: Exchanges, ids: readonly RequestId[]): void {
  for (const id of ids)
    if (running.get(id) === ids) transport.cancel(id, 'The client closed the connection.');
}

/**
 * A cancelled request gets no answer, so the SDK would keep its exchange open as long as the session
 * lives. An exchange of its own is ended; in a batch the others need theirs, and it is answered.
 */
export function letGo({ running, transport }: Exchanges, id: RequestId): void {
  const together = running.get(id);
  if (together === undefined) return;
  transport.cancel(id, 'Cancelled.');
  if (together.length === 1) transport.closeSSEStream(id);
  answerInstead({ transport }, id, 'Cancelled.');
}

export function answerInstead(
  { transport }: Pick<Exchanges, 'transport'>,
  id: RequestId,
  message: string,
): void {
  transport.send({ jsonrpc: '2.0', id, error: { code: -32_000, message } }).catch(() => undefined); // it was answered meanwhile
}
