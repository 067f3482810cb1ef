import type { Log } from '../kernel/log.ts';
import type { Journal, JournalLimits } from './journal.ts';

const DAILY_MS = 86_400_000;
/** Between two steps of one removal, so that calls are journaled in between. */
const PAUSE_MS = 250;

/** Keeps the journal within its limits: soon, then daily, until the returned function is called. */
export function keepRetention(
  journal: Journal,
  limits: () => JournalLimits,
  log: Pick<Log, 'info' | 'warn'>,
): () => void {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const after = (ms: number) => {
    timer = setTimeout(() => void step(), ms);
    timer.unref();
  };
  const step = async () => {
    // What is removed has to be indexed first; here calls go on meanwhile.
    await journal.indexed();
    if (isOver) return;
    const { keep_days, keep_mb } = limits();
    const done = journal.retain({ keep_days, keep_mb });
    if (!done.ok) log.warn('the journal could not be shortened', { ...done.failure });
    else if (done.value.removed > 0) {
      log.info('old journal entries were removed', { removed: done.value.removed });
    }
    after(done.ok && done.value.more ? PAUSE_MS : DAILY_MS);
  };
  after(PAUSE_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
