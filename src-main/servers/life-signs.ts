import type { Clock } from '../kernel/clock.ts';
import type { StderrLog } from './stderr-log.ts';

const SHOWN_EVERY_MS = 250;

/** Shows the last line of a server that starts, at each sign of life on stderr but not more often than a person reads. */
export function lifeSigns(
  clock: Clock,
  log: StderrLog,
  show: (last_line: string) => void,
): () => void {
  let shown = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.now();
    if (now - shown < SHOWN_EVERY_MS) return;
    shown = now;
    log.read();
    if (log.lastLine !== '') show(log.lastLine);
  };
}
