import { eventChannel, requestChannel } from './channels.ts';
import type { Bridge } from './contract/bridge.ts';
import { type EventName, eventNames, requestNames, requests } from './contract/index.ts';

/** The two ways to the main process; a page sees neither, only the functions made from them. */
export interface Wire {
  readonly invoke: (channel: string, input: unknown) => Promise<unknown>;
  readonly listen: (channel: string, listener: (body: unknown) => void) => void;
}

type Listener = (body: unknown) => void;

/** One function per request that the role may send, one subscription per event: nothing else. */
export function bridgeFor<R extends 'app' | 'approval'>(role: R, wire: Wire): Bridge<R> {
  const request = Object.fromEntries(
    requestNames
      .filter((name) => requests[name].from.some((allowed) => allowed === role))
      .map((name) => {
        const channel = requestChannel(name);
        return [name, (input: unknown) => wire.invoke(channel, input)];
      }),
  );
  const on = Object.fromEntries(eventNames.map((name) => [name, subscription(name, wire)]));
  // Built from the record by which the type is made.
  return { request, on } as unknown as Bridge<R>;
}

/** Listens on the wire once, however many parts of the page want to hear. */
function subscription(name: EventName, wire: Wire): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  wire.listen(eventChannel(name), (body) => {
    for (const listener of [...listeners]) listener(body);
  });
  return (listener) => {
    // Not the function itself: it may be given twice, and each time has its own undo.
    const heard: Listener = (body) => listener(body);
    listeners.add(heard);
    return () => {
      listeners.delete(heard);
    };
  };
}
