import { app } from 'electron';

const CLOSE_WITHIN_MS = 5000;

export interface Quit {
  /** True from the moment the app has begun to end. */
  started(): boolean;
  /** Also run at the end, the last one added first. */
  add(close: () => void | Promise<void>): void;
}

/**
 * Ends the app in order: the first `before-quit` is held until everything that was added is closed, at
 * most 5 seconds, then the app exits. What is not closed by then is reaped by the next start.
 */
export function handleQuit(report: (problem: string) => void): Quit {
  const closers: (() => void | Promise<void>)[] = [];
  let started = false;
  const closeAll = async () => {
    for (const close of closers.reverse()) {
      try {
        await close();
      } catch (error) {
        report(String(error));
      }
    }
  };
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (started) return;
    started = true;
    const late = setTimeout(() => {
      report('it took too long');
      app.exit(1);
    }, CLOSE_WITHIN_MS);
    void closeAll().then(() => {
      clearTimeout(late);
      app.exit(0);
    });
  });
  return { started: () => started, add: (close) => closers.push(close) };
}
