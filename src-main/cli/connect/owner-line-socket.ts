import { request as httpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { CONNECT_PATH, CONNECT_PROTOCOL } from '../../api/connect-door.ts';

const ANSWER_MAX = 64 * 1024;
const ANSWER_MS = 5000;

/** `absent`: nobody answers there now. `refused`: an owner does, and says no (401 and 403: for good). */
export type OwnerLine =
  | { readonly kind: 'open'; readonly socket: Duplex; readonly head: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

const Refusal = z.object({ message: z.string() });

/** Asks the owner at an address for a client's line. */
export function openOwnerLine(parts: {
  readonly address: string;
  readonly agent: string;
  readonly token: string;
  readonly signal: AbortSignal;
}): Promise<OwnerLine> {
  return new Promise((resolve) => {
    const outgoing = httpRequest({
      socketPath: parts.address,
      path: `${CONNECT_PATH}?${new URLSearchParams({ agent: parts.agent }).toString()}`,
      headers: {
        connection: 'Upgrade',
        upgrade: CONNECT_PROTOCOL,
        authorization: `Bearer ${parts.token}`,
      },
      signal: AbortSignal.any([parts.signal, AbortSignal.timeout(ANSWER_MS)]),
      agent: false,
    });
    outgoing.once('error', () => resolve({ kind: 'absent' }));
    outgoing.once('upgrade', (_, socket, head) => resolve({ kind: 'open', socket, head }));
    outgoing.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (more: string) => {
        if (text.length < ANSWER_MAX) text += more;
      });
      response.once('error', () => resolve({ kind: 'absent' }));
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        resolve({ kind: 'refused', status, message: messageIn(text) });
      });
    });
    outgoing.end();
  });
}

function messageIn(text: string): string {
  try {
    const refusal = Refusal.safeParse(JSON.parse(text));
    if (refusal.success) return refusal.data.message;
  } catch {
    // Then it is said below.
  }
  return 'The process that owns this home takes no clients; it may be of another version.';
}
