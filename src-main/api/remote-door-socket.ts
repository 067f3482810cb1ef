import { request as httpRequest } from 'node:http';
import {
  type Answer,
  type AnyEvent,
  eventNames,
  events,
  Failure,
  type RequestName,
  type RequestOutput,
  requests,
} from '../../src-preload/contract/index.ts';
import { fail } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Door } from './door.ts';
import { API_BASE, routeOf } from './routes.ts';

const ANSWER_MAX = 64 * 1024 * 1024;

/** The owner's admin door, from another process. Nothing here decides: it carries. */
export function openRemoteDoor(address: string, surface: Surface, approverCode = ''): Door {
  const headers = {
    'content-type': 'application/json',
    'x-gatehouse-pid': String(surface.pid ?? ''),
    'x-gatehouse-terminal': surface.terminal ?? '',
    ...(approverCode === '' ? {} : { 'x-gatehouse-approver-code': approverCode }),
  };
  const streams = new Set<() => void>();

  function exchange(
    method: string,
    path: string,
    body: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Answer<unknown>> {
    return new Promise((resolve) => {
      const outgoing = httpRequest(
        {
          ...{ socketPath: address, method, path },
          // Node says no length for the body of a DELETE by itself; the owner would read it as a next request.
          headers:
            body === null ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
          ...(signal === undefined ? {} : { signal }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > ANSWER_MAX) outgoing.destroy(new Error('the answer is too large'));
            else chunks.push(chunk);
          });
          response.on('end', () =>
            resolve(readAnswer(response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8'))),
          );
          response.on('error', (error) => resolve(unreachable(error)));
        },
      );
      outgoing.on('error', (error) =>
        resolve(signal?.aborted ? fail('cancelled', 'Cancelled.') : unreachable(error)),
      );
      outgoing.end(body ?? undefined);
    });
  }

  return {
    kind: 'remote',
    request: async (name, input, signal) => {
      const route = routeOf(name, input as Record<string, unknown>);
      const answer = await exchange(route.method, route.path, route.body, signal);
      return answer.ok ? checked(name, answer.value) : answer;
    },
    events: (listener) =>
      new Promise((resolve) => {
        const outgoing = httpRequest(
          { socketPath: address, path: `${API_BASE}/events`, headers },
          (response) => {
            let rest = '';
            response.setEncoding('utf8');
            response.on('data', (chunk: string) => {
              const parts = `${rest}${chunk}`.split('\n\n');
              rest = parts.pop() ?? '';
              for (const part of parts) {
                const event = readEvent(part);
                if (event !== null) listener(event);
              }
            });
            response.on('error', () => undefined); // the stream ends with its owner
            resolve(stop);
          },
        );
        const stop = () => {
          streams.delete(stop);
          outgoing.destroy();
        };
        streams.add(stop);
        outgoing.on('error', () => resolve(stop)); // no events from an owner that went away
        outgoing.end();
      }),
    close: async () => {
      for (const stop of streams) stop();
    },
  };
}

const unreachable = (error: Error) =>
  fail('owner_unreachable', `The process that owns this home does not answer: ${error.message}.`, {
    fix: 'Try again. If it goes on, look at `gatehouse doctor`.',
  });

function readAnswer(status: number, text: string): Answer<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreachable(new Error('its answer is not JSON'));
  }
  if (status === 200) return { ok: true, value };
  const failure = Failure.safeParse(value);
  return failure.success
    ? { ok: false, failure: failure.data }
    : unreachable(new Error(`status ${status} without a reason`));
}

function checked<N extends RequestName>(name: N, value: unknown): Answer<RequestOutput<N>> {
  const parsed = requests[name].output.safeParse(value);
  return parsed.success
    ? { ok: true, value: parsed.data as RequestOutput<N> }
    : fail(
        'owner_unreachable',
        `The owner answered ${name} in a form this version does not know.`,
        {
          fix: 'Quit the other Gatehouse process; both must be of one version.',
        },
      );
}

function readEvent(part: string): AnyEvent | null {
  const data = part.startsWith('data: ') ? part.slice('data: '.length) : null;
  if (data === null) return null;
  const value: unknown = JSON.parse(data);
  if (typeof value !== 'object' || value === null || !('name' in value) || !('body' in value))
    return null;
  const name = eventNames.find((known) => known === value.name);
  if (name === undefined) return null;
  const body = events[name].safeParse(value.body);
  return body.success ? ({ name, body: body.data } as AnyEvent) : null;
}
