import type { Failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Link } from '../servers/connection.ts';
import type { Supervisor } from '../servers/supervisor.ts';

type Following = 'given up' | 'lost';

/**
 * Follows one resource until the signal aborts, with the server kept in use. The resource is followed
 * again when a server that went away next runs, `mayFollow` willing; one that crashed is wanted back.
 * The result is of the first try; what comes later is nobody's failure but a silence.
 */
export function followResource(
  parts: { readonly supervisor: Supervisor; readonly mayFollow: () => Result<void> },
  what: {
    readonly server_id: string;
    readonly uri: string;
    readonly signal: AbortSignal;
    readonly onUpdated: () => void;
  },
): Promise<Result<void>> {
  const { supervisor, mayFollow } = parts;
  const { server_id, uri, signal } = what;
  const { promise: first, resolve } = Promise.withResolvers<Result<void>>();

  const told = (updated: string): void => {
    if (updated.startsWith(uri) && !signal.aborted && mayFollow().ok) what.onUpdated();
  };

  /** One connection's time. */
  async function on(link: Link, isFirst: boolean): Promise<Result<Following>> {
    const { promise: over, resolve: end } = Promise.withResolvers<Following>();
    const giveUp = (): void => end('given up');
    const stops = [link.onResourceUpdated(told), link.onClosed(() => end('lost'))];
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      const subscribed = await link.subscribe(uri, signal);
      if (!subscribed.ok) return subscribed;
      resolve(ok());
      if (!isFirst) told(uri);
      const how = await over;
      if (how === 'given up') await link.unsubscribe(uri);
      return ok(how);
    } finally {
      for (const stop of stops) stop();
      signal.removeEventListener('abort', giveUp);
    }
  }

  async function follow(): Promise<Failure | null> {
    const release = supervisor.lease(server_id, true);
    try {
      return await followOn();
    } finally {
      release();
    }
  }

  async function followOn(): Promise<Failure | null> {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const used = await supervisor.use(server_id, signal, (link) => on(link, isFirst));
      const end = used.ok ? used.value : used;
      if (!end.ok && isFirst) return end.failure;
      if (end.ok && end.value === 'given up') return null;
      await running(supervisor, server_id, signal);
      if (!mayFollow().ok) return null;
    }
    return null;
  }

  void follow().then((failure) => resolve(failure === null ? ok() : fail(failure)));
  return first;
}

/** Settles when the server next becomes ready, or nobody wants to know any more. */
function running(supervisor: Supervisor, id: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = supervisor.changed.subscribe((changed) => {
      if (changed.id === id && supervisor.state(id).state === 'ready') end();
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
