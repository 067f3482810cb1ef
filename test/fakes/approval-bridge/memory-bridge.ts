import type {
  Answer,
  Approval,
  ApprovalAnswer,
  Bridge,
  EventBody,
  EventName,
  Settings,
  Status,
} from '../../../src-preload/contract/index.ts';

type Asked = 'status/show' | 'settings/get' | 'approvals/list' | 'approvals/answer' | 'calls/pause';
/** The requests that the approval window sends, and nothing more. */
export interface ApprovalDoor {
  readonly request: Pick<Bridge<'approval'>['request'], Asked>;
  readonly on: Bridge<'approval'>['on'];
}

export interface MemoryApprovals {
  readonly bridge: ApprovalDoor;
  /** Every answer given, in order. */
  readonly answers: { readonly id: string; readonly answer: ApprovalAnswer }[];
  readonly pauses: number;
  /** Replaces what waits and says so. */
  readonly wait: (list: readonly Approval[]) => void;
  readonly settle: (changes: Pick<Settings, 'language' | 'theme'>) => void;
  /** The next answers fail like this one. */
  readonly failWith: (failure: { code: string; message: string; fix?: string } | null) => void;
}

const settings: Settings = {
  language: 'en',
  theme: 'light',
  secret_store: 'keychain',
  close_to_tray: 'ask',
  runners: ['npx', 'node'],
  approvals: { answer_from: 'window', expire_s: 300, hold_s: 45 },
  gateway: { port: 7420, name_chars: 48, session_idle_s: 1_800 },
  probes: { every_s: 300 },
  journal: { keep_days: 90, keep_mb: 500 },
};

const status = (paused: boolean, approvals: number): Status => ({
  version: '0.1.0',
  home: '~/.gatehouse',
  owner: { kind: 'desktop', pid: 1 },
  integrity_key: 'keychain',
  secret_store: { kind: 'keychain', available: true, reason: '' },
  servers: { total: 1, ok: 1, needs_you: 0, failing: 0, disabled: 0 },
  gateway: { state: 'off', address: null, failure: null, clients: 0 },
  approvals,
  trust_items: 0,
  paused,
  may_approve: true,
});

const value = async <T>(given: T): Promise<Answer<T>> => ({ ok: true, value: given });

/** An owner that lives in memory: what the approval window needs, and hands for a test to move it. */
export function memoryApprovals(first: readonly Approval[]): MemoryApprovals {
  let waiting = [...first];
  let look = settings;
  let pauses = 0;
  let failure: { code: string; message: string; fix?: string } | null = null;
  const answers: { id: string; answer: ApprovalAnswer }[] = [];
  const listeners = new Map<EventName, Set<(body: never) => void>>();
  const listen =
    <N extends EventName>(name: N) =>
    (listener: (body: EventBody<N>) => void) => {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all);
      all.add(listener);
      return () => void all.delete(listener);
    };
  const tell = <N extends EventName>(name: N, body: EventBody<N>) => {
    for (const listener of listeners.get(name) ?? []) listener(body as never);
  };
  const changed = () => tell('approvals/changed', { waiting: waiting.length });

  return {
    answers,
    get pauses() {
      return pauses;
    },
    wait: (list) => {
      waiting = [...list];
      changed();
    },
    settle: (changes) => {
      look = { ...look, ...changes };
      tell('settings/changed', {});
    },
    failWith: (given) => {
      failure = given;
    },
    bridge: {
      request: {
        'status/show': () => value(status(pauses > 0, waiting.length)),
        'settings/get': () => value(look),
        'approvals/list': () => value(waiting),
        'approvals/answer': async ({ id, answer }) => {
          if (failure !== null) return { ok: false, failure };
          answers.push({ id, answer });
          waiting = waiting.filter((approval) => approval.id !== id);
          setTimeout(changed, 0);
          return value({ done: true as const, collected_later: false });
        },
        'calls/pause': () => {
          pauses += 1;
          return value({ done: true as const });
        },
      },
      on: {
        'server/changed': listen('server/changed'),
        'approvals/changed': listen('approvals/changed'),
        'journal/appended': listen('journal/appended'),
        'trust/changed': listen('trust/changed'),
        'settings/changed': listen('settings/changed'),
        'agents/changed': listen('agents/changed'),
        'clients/changed': listen('clients/changed'),
        'gateway/changed': listen('gateway/changed'),
        'log/line': listen('log/line'),
        'probe/progress': listen('probe/progress'),
        'call/progress': listen('call/progress'),
      },
    },
  };
}
