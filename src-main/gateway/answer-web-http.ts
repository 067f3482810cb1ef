import type { IncomingMessage, ServerResponse } from 'node:http';

/** What may wait for a client that does not read. What one message adds may pass it; the next one cuts. */
export const UNREAD_MAX = 16 * 1024 * 1024;

/**
 * Requests whose exchange is open. The signal of a Request follows the one it was made with only as long
 * as somebody holds the Request itself: whoever listens to it alone would never hear that a client left.
 */
const open = new Set<Request>();

/**
 * A function of its own: what answers holds listeners that Node keeps until the Request is collected, so
 * they must not hold the Request.
 */
function holdUntilClosed(asked: Request, response: ServerResponse): Request {
  open.add(asked);
  response.once('close', () => open.delete(asked));
  return asked;
}

/**
 * Answers a request with what `fetch` gives for it. Headers leave at once, so that a stream is open
 * before its first event. The signal of the Request aborts, and the body is cancelled, as soon as the
 * client is gone. A client that lets more than 16 MiB wait is cut off. The token goes no further; the
 * body is the caller's to read.
 */
export async function answerWeb(
  request: IncomingMessage,
  response: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) return;
  const answer = await fetch(holdUntilClosed(webRequest(request, gone.signal), response));
  if (gone.signal.aborted) return answer.body?.cancel();
  // Whether the connection stays is between Node and the client.
  answer.headers.delete('connection');
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = answer.body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined); // the stream has ended by itself
  gone.signal.addEventListener('abort', cancel, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done || gone.signal.aborted) break;
    if (response.writableLength > UNREAD_MAX) {
      response.destroy();
      cancel();
      break;
    }
    response.write(value);
  }
  response.end();
}

function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== 'authorization') headers.set(name, String(value));
  const method = request.method ?? 'GET';
  // Only the path counts, and that has been checked.
  return new Request('http://localhost/mcp', { method, headers, signal });
}
