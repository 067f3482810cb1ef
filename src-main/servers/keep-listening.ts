import type { Client, SubscriptionFilter } from '@modelcontextprotocol/client';
import type { Failure } from '../kernel/failure.ts';

const LISTEN_PAUSE_MS = 5_000;
const LISTEN_PAUSE_MAX_MS = 60_000;

/** Holds the modern era's stream of the list changes that a server offers open. */
export async function keepListening(client: Client, closed: Promise<Failure>): Promise<void> {
  const offers = client.getServerCapabilities();
  const filter = {
    ...(offers?.tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(offers?.prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(offers?.resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  if (Object.keys(filter).length === 0) return;
  const over = new AbortController();
  void closed.then(() => over.abort());
  await listenOn(client, filter, over.signal, () => undefined);
}

/**
 * Listens until `over` is aborted or the server ends the stream for good, and opens it again when it
 * breaks off. `onTried` gets what the server grants at each opening, or the error; false ends it.
 */
export async function listenOn(
  client: Client,
  filter: SubscriptionFilter,
  over: AbortSignal,
  onTried: (granted: SubscriptionFilter | Error) => boolean | undefined,
): Promise<void> {
  let pause = LISTEN_PAUSE_MS;
  while (!over.aborted) {
    try {
      const stream = await client.listen(filter, { signal: over });
      pause = LISTEN_PAUSE_MS;
      if (onTried(stream.honoredFilter) === false) {
        await stream.close();
        return;
      }
      if ((await stream.closed) !== 'remote') return;
    } catch (error) {
      // No stream now: lists are still read at every new connection.
      if (onTried(error instanceof Error ? error : new Error(String(error))) === false) return;
      pause = Math.min(pause * 2, LISTEN_PAUSE_MAX_MS);
    }
    await waitFor(pause, over);
  }
}

function waitFor(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      over.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    over.addEventListener('abort', done, { once: true });
    if (over.aborted) done();
  });
}
