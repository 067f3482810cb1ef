import type {
  ClientQuestion,
  ClientReply,
  RequestOwner,
} from '../../../src-main/servers/request-owner.ts';

type Questions = Readonly<Record<string, ClientQuestion>>;
type Replies = Readonly<Record<string, ClientReply>>;

export interface WrittenOwner extends RequestOwner {
  /** Rounds of questions, in order, with their signals. */
  readonly rounds: { readonly questions: Questions; readonly signal: AbortSignal }[];
  readonly logged: Readonly<Record<string, unknown>>[];
  /** The most rounds that were open at the same time. */
  readonly peak: () => number;
}

export const result = (value: Record<string, unknown>): ClientReply => ({
  kind: 'result',
  result: value,
});
export const NAMED = result({ action: 'accept', content: { name: 'Ann' } });

const ANSWERS: Record<ClientQuestion['method'], ClientReply> = {
  'elicitation/create': NAMED,
  'sampling/createMessage': result({
    role: 'assistant',
    content: { type: 'text', text: 'Hello.' },
    model: 'a-model',
  }),
  'roots/list': result({ roots: [{ uri: 'file:///home/ann', name: 'home' }] }),
};

/** An owner that can answer everything, as `more` says otherwise. */
export function writtenOwner(
  key: string,
  more: Partial<Pick<RequestOwner, 'abilities' | 'log_level'>> & {
    readonly answer?: (questions: Questions, signal: AbortSignal) => Promise<Replies> | Replies;
  } = {},
): WrittenOwner {
  const rounds: WrittenOwner['rounds'] = [];
  const logged: Readonly<Record<string, unknown>>[] = [];
  let open = 0;
  let peak = 0;
  return {
    key,
    abilities: more.abilities ?? { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
    log_level: more.log_level ?? null,
    rounds,
    logged,
    peak: () => peak,
    ask: async (questions, signal) => {
      rounds.push({ questions, signal });
      open += 1;
      peak = Math.max(peak, open);
      try {
        if (more.answer !== undefined) return await more.answer(questions, signal);
        return Object.fromEntries(
          Object.entries(questions).map(([each, { method }]) => [each, ANSWERS[method]]),
        );
      } finally {
        open -= 1;
      }
    },
    onLog: (params) => {
      logged.push(params);
    },
  };
}

/** Settles when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
