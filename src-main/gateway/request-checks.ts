/** The head of an HTTP request, as it came: header names and values alternate, duplicates included. */
export interface RequestHead {
  readonly method: string;
  /** What stands in the request line. */
  readonly target: string;
  readonly rawHeaders: readonly string[];
}

export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 413 | 415 | 429;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const MCP_PATH = '/mcp';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

function values(head: RequestHead, name: string): string[] {
  return head.rawHeaders.filter(
    (_, index) => index % 2 === 1 && head.rawHeaders[index - 1]?.toLowerCase() === name,
  );
}

/** The names under which this gateway may be addressed; the port is left out only where HTTP leaves it out. */
const authorities = (port: number): string[] => [
  ...LOOPBACK.map((name) => `${name}:${port}`),
  ...(port === 80 ? LOOPBACK : []),
];

/**
 * Host and Origin, on every path and before anything else: a page of another site, or a name that was
 * rebound to this machine, gets no further. An Origin of another port is another program's.
 */
export function checkSource(head: RequestHead, port: number): Refusal | null {
  const own = authorities(port);
  const hosts = values(head, 'host');
  const origins = values(head, 'origin');
  if (hosts.length !== 1 || !own.includes((hosts[0] ?? '').toLowerCase()))
    return { status: 403, message: 'This Host is not the gateway.' };
  const foreign = origins.some(
    (origin) => !own.some((authority) => origin.toLowerCase() === `http://${authority}`),
  );
  return foreign || origins.length > 1
    ? { status: 403, message: 'Requests from this Origin are not accepted.' }
    : null;
}

/** The one bearer token of a request, or null. */
export function bearerToken(head: RequestHead): string | null {
  const given = values(head, 'authorization');
  return given.length === 1 ? (/^bearer +(\S+) *$/i.exec(given[0] ?? '')?.[1] ?? null) : null;
}

export const unauthorized = (presented: boolean): Refusal => ({
  status: 401,
  message: presented
    ? 'This token is not known, or was revoked.'
    : 'A client token is needed: gatehouse agent token <agent>',
  headers: {
    'www-authenticate': `Bearer realm="gatehouse"${presented ? ', error="invalid_token"' : ''}`,
  },
});

const METHODS = ['POST', 'GET', 'DELETE'];
/** The revisions that have sessions, and with them something to GET or DELETE. */
const isStateless = (head: RequestHead): boolean =>
  values(head, 'mcp-protocol-version').some((version) => version > '2025-11-25');

/** The one path, and what may be done there. */
export function checkTarget(head: RequestHead): Refusal | null {
  if (head.target.split('?')[0] !== MCP_PATH)
    return { status: 404, message: `There is only ${MCP_PATH} here.` };
  if (head.method === 'POST' || (METHODS.includes(head.method) && !isStateless(head))) return null;
  return {
    status: 405,
    message: isStateless(head)
      ? 'This revision has POST only.'
      : `${MCP_PATH} takes POST, GET and DELETE.`,
    headers: { allow: isStateless(head) ? 'POST' : METHODS.join(', ') },
  };
}
