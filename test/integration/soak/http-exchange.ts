import { type Agent, type IncomingMessage, request } from 'node:http';

export interface Exchange {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All JSON-RPC messages of the answer, a stream or a single one. */
  readonly messages: readonly unknown[];
  /** It ended before it was complete, or we ended it. */
  readonly broke: boolean;
}

export interface Sending {
  readonly agent: Agent;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: 'POST' | 'GET' | 'DELETE';
  readonly body?: unknown;
}

/** One exchange with the gateway; `leave` cuts the connection. Never rejects. */
export function exchange(sending: Sending): { done: Promise<Exchange>; leave: () => void } {
  const body = sending.body === undefined ? undefined : JSON.stringify(sending.body);
  const { promise: done, resolve } = Promise.withResolvers<Exchange>();
  const outgoing = request({
    ...{ host: '127.0.0.1', port: sending.port, path: '/mcp', agent: sending.agent },
    method: sending.method ?? 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...sending.headers,
    },
  });
  let answer: IncomingMessage | undefined;
  let text = '';
  const end = (broke: boolean) =>
    resolve({
      status: answer?.statusCode ?? 0,
      headers: answer?.headers ?? {},
      messages: messagesIn(text, broke),
      broke,
    });
  outgoing.on('response', (response) => {
    answer = response;
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    response.on('end', () => end(false));
    response.on('error', () => end(true));
    response.on('close', () => end(!response.complete));
  });
  outgoing.on('error', () => end(true));
  outgoing.end(body);
  return {
    done,
    leave: () => {
      outgoing.destroy();
      end(true);
    },
  };
}

function messagesIn(text: string, broke: boolean): unknown[] {
  if (text.startsWith('{')) return broke ? [] : [JSON.parse(text)];
  const lines = text.split('\n');
  if (broke) lines.pop();
  return lines
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}
