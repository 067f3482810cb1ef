import type { EventBody, EventName } from './events.ts';
import type { Answer } from './index.ts';
import type { RequestInput, RequestName, RequestOutput, Requests } from './requests.ts';

/** Names of the requests that a role may send. */
export type NamesFor<R extends 'app' | 'approval'> = {
  [N in RequestName]: R extends Requests[N]['from'][number] ? N : never;
}[RequestName];

/**
 * What a preload puts on `window.gatehouse`: one function per request that its role may send (no
 * generic `invoke`), and one subscription per event; `on` returns its own undo.
 */
export interface Bridge<R extends 'app' | 'approval'> {
  readonly request: {
    readonly [N in NamesFor<R>]: (input: RequestInput<N>) => Promise<Answer<RequestOutput<N>>>;
  };
  readonly on: {
    readonly [N in EventName]: (listener: (body: EventBody<N>) => void) => () => void;
  };
}
