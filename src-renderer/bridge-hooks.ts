// biome-ignore-all lint/correctness/noComponentHookFactories: called once per window, at module level
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Bridge, NamesFor } from '../src-preload/contract/bridge.ts';
import type {
  Answer,
  AnyEvent,
  EventBody,
  EventName,
  Failure,
  RequestInput,
  RequestOutput,
} from '../src-preload/contract/index.ts';
import { Question } from './question.ts';

declare global {
  interface Window {
    /** Each preload exposes its own half; `bridge.ts` and the approval window narrow to theirs. */
    readonly gatehouse: Bridge<'app'> & Bridge<'approval'>;
  }
}

/** What a screen knows about one request. A value stays while it is asked again. */
export interface Asked<T> {
  readonly loading: boolean;
  readonly value: T | null;
  readonly failure: Failure | null;
  readonly again: () => void;
}

interface Fresh {
  /** Ask again when one of these fires. */
  readonly events?: readonly EventName[];
  /** Only for events that pass. */
  readonly when?: (event: AnyEvent) => boolean;
}

export interface Action<I, T> {
  readonly run: (input: I) => Promise<Answer<T>>;
  readonly busy: boolean;
  /** Of the last run; null while it runs and when it went well. */
  readonly failure: Failure | null;
  readonly clear: () => void;
}

const KEPT = 100;

const fault = (error: unknown): Failure => ({
  code: 'internal',
  message: error instanceof Error ? error.message : String(error),
});

/**
 * Hooks over one bridge. Screens that ask the same question share one answer; when nobody looks the
 * last answer is kept, so a screen shown again is not empty, and asked anew.
 */
export function bridgeHooks<R extends 'app' | 'approval'>(bridge: Bridge<R>) {
  const questions = new Map<string, Question<unknown>>();

  async function send<N extends NamesFor<R>>(
    name: N,
    input: RequestInput<N>,
  ): Promise<Answer<RequestOutput<N>>> {
    try {
      return await bridge.request[name](input);
    } catch (error) {
      return { ok: false, failure: fault(error) };
    }
  }

  function question<N extends NamesFor<R>>(name: N, input: RequestInput<N>, key: string) {
    // The key holds the name, so the kept question has this request's output.
    const kept = questions.get(key) as Question<RequestOutput<N>> | undefined;
    if (kept !== undefined) return kept;
    const made = new Question(() => send(name, input));
    for (const [old, candidate] of questions) {
      if (questions.size < KEPT) break;
      if (candidate.idle) questions.delete(old);
    }
    questions.set(key, made as Question<unknown>);
    return made;
  }

  /** Asks now and whenever one of the events fires. `input: null` asks nothing. */
  function useRequest<N extends NamesFor<R>>(
    name: N,
    input: RequestInput<N> | null,
    fresh: Fresh = {},
  ): Asked<RequestOutput<N>> {
    const text = input === null ? null : `${name} ${JSON.stringify(input)}`;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for name and input
    const asked = useMemo(
      () => (input === null || text === null ? null : question(name, input, text)),
      [text],
    );
    const state = useSyncExternalStore(
      useCallback((listener) => asked?.listen(listener) ?? (() => {}), [asked]),
      () => asked?.state ?? null,
    );
    const when = useRef(fresh.when);
    when.current = fresh.when;
    const names = (fresh.events ?? []).join(' ');
    useEffect(() => {
      if (asked === null) return;
      const undo = names
        .split(' ')
        .filter((event): event is EventName => event !== '')
        .map((event) =>
          bridge.on[event]((body: unknown) => {
            const fired = { name: event, body } as AnyEvent;
            if (when.current?.(fired) ?? true) asked.ask();
          }),
        );
      asked.ask();
      return () => {
        for (const one of undo) one();
      };
    }, [asked, names]);
    const again = useCallback(() => asked?.ask(), [asked]);
    return {
      loading: state?.loading ?? false,
      value: state?.value ?? null,
      failure: state?.failure ?? null,
      again,
    };
  }

  /** Sends on demand. Answers come back to the caller; the hook keeps `busy` and the last failure. */
  function useAction<N extends NamesFor<R>>(name: N): Action<RequestInput<N>, RequestOutput<N>> {
    const [busy, setBusy] = useState(0);
    const [failure, setFailure] = useState<Failure | null>(null);
    const run = useCallback(
      async (input: RequestInput<N>) => {
        setBusy((count) => count + 1);
        setFailure(null);
        const answer = await send(name, input);
        setBusy((count) => count - 1);
        if (!answer.ok) setFailure(answer.failure);
        return answer;
      },
      [name],
    );
    return { run, busy: busy > 0, failure, clear: useCallback(() => setFailure(null), []) };
  }

  /** Calls the listener for every event of that name while mounted. */
  function useBridgeEvent<E extends EventName>(
    name: E,
    listener: (body: EventBody<E>) => void,
  ): void {
    const latest = useRef(listener);
    latest.current = listener;
    useEffect(() => bridge.on[name]((body: EventBody<E>) => latest.current(body)), [name]);
  }

  return { send, useRequest, useAction, useBridgeEvent };
}
