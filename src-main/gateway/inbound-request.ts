import type { ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ClientQuestion } from '../servers/request-owner.ts';

/** Where a running request's notifications go: its own exchange, and after a pause the newest one. */
export interface Channel {
  /** As the client gave it; undefined when it wants no progress. */
  readonly progress_token: unknown;
  notify(method: string, params: Record<string, unknown>): void;
}

/** One request of a client while it runs, as its handler sees it, whichever way it came in. */
export interface InboundRequest {
  readonly method: string;
  readonly signal: AbortSignal;
  readonly channel: Channel;
  /** The older era's way to ask the client meanwhile; rejects with the client's error. */
  ask(question: ClientQuestion, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** The newer era: the reserved fields of `_meta`, and what a retry brings with it. */
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly state: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A person may take their time; the call's own limits end it. */
export const NEVER_MS = 2 ** 31 - 1;
export const AnyResult = z.looseObject({});

/** The same of a request that the SDK's server took. */
export const inboundOf = ({ mcpReq }: ServerContext): InboundRequest => ({
  method: mcpReq.method,
  signal: mcpReq.signal,
  channel: {
    progress_token: mcpReq._meta?.progressToken,
    notify: (method, params) => {
      mcpReq.notify({ method, params }).catch(() => undefined); // the client is gone; its request is being aborted
    },
  },
  ask: ({ method, params }, signal) =>
    mcpReq.send({ method, params: { ...params } }, AnyResult, { signal, timeout: NEVER_MS }),
  envelope: mcpReq.envelope ?? {},
  state: mcpReq.requestState<unknown>(),
  answers: mcpReq.inputResponses ?? {},
});
