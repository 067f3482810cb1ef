/** Runs `done` when the body of the response has been read to its end. */
export function whenEnded(response: Response, done: () => void): Response {
  if (response.body === null) {
    done();
    return response;
  }
  const watched = response.body.pipeThrough(new TransformStream({ flush: done }));
  return new Response(watched, response);
}

/** A JSON-RPC error that belongs to no request in particular. */
export const errorResponse = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  id: string | number | null = null,
): Response => Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status, headers });

export const once = (work: () => void): (() => void) => {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
};
