import type { CallRequest } from '../calls/call-tool.ts';

/** Params of `notifications/progress` but for the token. */
export interface ProgressParams {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface CallProgress {
  readonly onStep: CallRequest['onStep'];
  /** No progress may follow the answer. */
  stop(): void;
}

const TICK_MS = 10_000;
/** While a person decides there is nothing to count; this leaves the server's own numbers untouched. */
const TICK = 1e-6;

export const isProgressToken = (token: unknown): token is string | number =>
  typeof token === 'string' || typeof token === 'number';

/**
 * A call's steps as MCP progress: the server's own as it came, and a sign of life while a person
 * decides. Only ever rising (a MUST of the specification).
 */
export function callProgress(send: (params: ProgressParams) => void): CallProgress {
  let last = Number.NEGATIVE_INFINITY;
  let ticks = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tell = (params: ProgressParams) => {
    if (params.progress <= last) return;
    last = params.progress;
    send(params);
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    onStep: ({ step, progress, total, message }) => {
      if (step === 'waiting') {
        const tick = () => {
          tell({ progress: ticks * TICK, message: 'Waiting for a person to decide.' });
          ticks += 1;
        };
        timer ??= setInterval(tick, TICK_MS).unref();
        tick();
        return;
      }
      stop();
      if (step !== 'running' || progress === null) return;
      tell({
        progress,
        ...(total === null ? {} : { total }),
        ...(message === '' ? {} : { message }),
      });
    },
    stop,
  };
}
