import { useCallback, useEffect, useRef, useState } from 'react';
import { mayAnswer, startGuard, touchGuard } from './guard.ts';

export interface Guarding {
  /** For looks; `allows` decides. */
  readonly open: boolean;
  readonly allows: () => boolean;
}

/** Guards the question `id`: starts when it appears and when the window is shown again, restarts on every touch. */
export function useGuard(id: string | null): Guarding {
  const guard = useRef(startGuard(performance.now()));
  const shownId = useRef(id);
  if (shownId.current !== id) {
    shownId.current = id;
    guard.current = startGuard(performance.now());
  }
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is another guard
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const now = performance.now();
      const over = mayAnswer(guard.current, now);
      setOpen(over);
      if (!over) timer = setTimeout(look, guard.current.until - now + 1);
    };
    const touch = () => {
      guard.current = touchGuard(guard.current, performance.now());
      look();
    };
    const shown = () => {
      if (document.visibilityState === 'visible') guard.current = startGuard(performance.now());
      look();
    };
    look();
    window.addEventListener('keydown', touch, true);
    window.addEventListener('pointerdown', touch, true);
    document.addEventListener('visibilitychange', shown);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', touch, true);
      window.removeEventListener('pointerdown', touch, true);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [id]);
  const allows = useCallback(() => mayAnswer(guard.current, performance.now()), []);
  return { open, allows };
}
