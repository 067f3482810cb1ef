import type { Bridge } from '../../../src-preload/contract/bridge.ts';
import {
  type AnyEvent,
  type EventName,
  eventNames,
  type Failure,
  type RequestInput,
  type RequestName,
  type RequestOutput,
  requestNames,
  requests,
} from '../../../src-preload/contract/index.ts';

/** An expected failure on its way out of a handler. */
export class FakeFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export type Handlers = {
  readonly [N in RequestName]?: (
    input: RequestInput<N>,
  ) => RequestOutput<N> | Promise<RequestOutput<N>>;
};
export type Emit = (event: AnyEvent) => void;

/**
 * A bridge over handlers in the same page. Input and output are parsed by the contract, so a fake that
 * has drifted from it fails loudly.
 */
export function fakeBridge(handlersFor: (emit: Emit) => Handlers) {
  const listeners = new Map<EventName, Set<(body: never) => void>>();
  const emit: Emit = ({ name, body }) => {
    for (const listener of listeners.get(name) ?? []) listener(body as never);
  };
  const handlers = handlersFor(emit);
  const ask = async (name: RequestName, input: unknown) => {
    const handler = handlers[name] as ((input: unknown) => unknown) | undefined;
    const parsed = requests[name].input.safeParse(input);
    if (!parsed.success)
      return { ok: false, failure: { code: 'bad_arguments', message: parsed.error.message } };
    if (handler === undefined)
      return { ok: false, failure: { code: 'internal', message: `The fake has no ${name}.` } };
    try {
      await new Promise((done) => setTimeout(done, 30));
      const value = await handler(parsed.data);
      return { ok: true, value: requests[name].output.parse(value) };
    } catch (error) {
      if (error instanceof FakeFailure) return { ok: false, failure: error.failure };
      throw error;
    }
  };
  const on = (name: EventName) => (listener: (body: never) => void) => {
    const all = listeners.get(name) ?? new Set();
    listeners.set(name, all.add(listener));
    return () => all.delete(listener);
  };
  const bridge = {
    request: Object.fromEntries(
      requestNames.map((name) => [name, (input: unknown) => ask(name, input)]),
    ),
    on: Object.fromEntries(eventNames.map((name) => [name, on(name)])),
  } as unknown as Bridge<'app'> & Bridge<'approval'>;
  return { bridge, emit };
}
