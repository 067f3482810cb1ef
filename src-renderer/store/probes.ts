import { create } from 'zustand';
import { gatehouse, send } from '../bridge.ts';
import { notifyFailure } from '../ui/notify.ts';

/** A connection test that this window started, as far as it has come. */
export interface RunningProbe {
  readonly step: string;
  readonly done: number;
  readonly total: number;
}

interface Probes {
  readonly running: Readonly<Record<string, RunningProbe>>;
  readonly run: (id: string) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
}

/** Tests go on while one looks elsewhere, so they live above the screens. */
export const useProbes = create<Probes>()((set, get) => {
  const note = (id: string, probe: RunningProbe | null) =>
    set(({ running }) => {
      const { [id]: _old, ...others } = running;
      return { running: probe === null ? others : { ...others, [id]: probe } };
    });
  gatehouse.on['probe/progress'](({ id, step, done, total }) => {
    if (get().running[id] !== undefined) note(id, { step, done, total });
  });
  return {
    running: {},
    run: async (id) => {
      if (get().running[id] !== undefined) return;
      note(id, { step: '', done: 0, total: 0 });
      const answer = await send('probe/run', { id });
      note(id, null);
      if (!answer.ok && answer.failure.code !== 'cancelled') notifyFailure(answer.failure);
    },
    cancel: async (id) => {
      const answer = await send('probe/cancel', { id });
      if (!answer.ok) notifyFailure(answer.failure);
    },
  };
});
