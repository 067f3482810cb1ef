import type { Failure } from '../kernel/failure.ts';
import type { ConnectedClient } from './mcp-client.ts';

const LISTEN_PAUSE_MS = 5_000;
const LISTEN_PAUSE_MAX_MS = 60_000;

/**
 * Holds the modern era's stream of change notifications open, opening it again when it breaks off. A
 * server that offers none is not asked twice.
 */
export async function keepListening(
  { client }: ConnectedClient,
  closed: Promise<Failure>,
): Promise<void> {
  const offers = client.getServerCapabilities();
  const filter = {
    ...(offers?.tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(offers?.prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(offers?.resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  if (Object.keys(filter).length === 0) return;
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  let pause = LISTEN_PAUSE_MS;
  while (!isClosed) {
    try {
      const subscription = await client.listen(filter);
      pause = LISTEN_PAUSE_MS;
      if ((await subscription.closed) !== 'remote') return;
    } catch {
      // No stream now: lists are still read at every new connection.
      pause = Math.min(pause * 2, LISTEN_PAUSE_MAX_MS);
    }
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, pause).unref())]);
  }
}
