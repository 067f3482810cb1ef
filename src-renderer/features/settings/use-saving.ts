import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer, Failure } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';

export interface Saving {
  readonly state: 'idle' | 'saving' | 'saved' | 'notSaved';
  readonly failure: Failure | null;
  readonly save: (changes: Record<string, unknown>) => Promise<boolean>;
  /** The same for another request than `settings/set`. */
  readonly track: (request: () => Promise<Answer<unknown>>) => Promise<boolean>;
}

const SAID_MS = 3000;

/** Saves one setting and says so beside it for a moment. */
export function useSaving(): Saving {
  const [state, setState] = useState<Saving['state']>('idle');
  const [failure, setFailure] = useState<Failure | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const track = useCallback(async (request: () => Promise<Answer<unknown>>) => {
    clearTimeout(timer.current);
    setState('saving');
    setFailure(null);
    const answer = await request();
    setState(answer.ok ? 'saved' : 'notSaved');
    if (!answer.ok) setFailure(answer.failure);
    else timer.current = setTimeout(() => setState('idle'), SAID_MS);
    return answer.ok;
  }, []);
  const save = useCallback(
    (changes: Record<string, unknown>) => track(() => send('settings/set', { changes })),
    [track],
  );
  return { state, failure, save, track };
}
