/** So long an answer may still choose its HTTP status. */
export const OPEN_AFTER_MS = 500;
export const KEEP_ALIVE_MS = 15_000;

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * The answer if it comes soon; else an event stream that opens now and brings the answer when it comes,
 * so that no client's patience for headers ends while a person decides. `signal` is of the request.
 */
export async function soonOrStream(
  answer: Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  const soon = await within(answer, OPEN_AFTER_MS);
  if (soon !== null) return soon;
  const frames = framesOf(answer, signal);
  const body = new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      const { done, value } = await frames.next();
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel: async () => {
      await frames.return(undefined);
    },
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

async function* framesOf(
  answer: Promise<Response>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  try {
    let response = await within(answer, KEEP_ALIVE_MS);
    while (response === null) {
      yield encoder.encode(': keepalive\n\n');
      response = await within(answer, KEEP_ALIVE_MS);
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!isStream) yield encoder.encode(`event: message\ndata: ${await response.text()}\n\n`);
    else if (response.body !== null) for await (const chunk of response.body) yield chunk;
  } catch (error) {
    if (!signal.aborted) throw error; // else there is nobody left to be told
  }
  return undefined;
}

/** What comes within `ms`, or null. */
async function within(answer: Promise<Response>, ms: number): Promise<Response | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
