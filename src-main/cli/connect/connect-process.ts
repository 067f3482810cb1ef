import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { adminAddress, livingOwner } from '../../api/owner-file.ts';
import { prepareHome } from '../../kernel/home-file.ts';
import type { HomePaths } from '../../kernel/home-paths.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { MessageLines } from '../../servers/message-lines.ts';
import { findOwner } from './find-owner.ts';
import { openOwnerLine } from './owner-line-socket.ts';
import { createRelay } from './relay.ts';
import { startServe } from './start-serve-process.ts';

const CLIENT_LINE_MAX = 4 * 1024 * 1024;
/** As much as one answer of a server may have; the owner passes it on whole. */
const OWNER_LINE_MAX = 64 * 1024 * 1024;
const OWNER_LIMIT_MS = 15_000;
/** One owner follows another at once; only then is a new one needed. */
const CHANGE_MS = 700;
/** How long a session without a request waits before it looks for an owner again. */
const QUIET_MS = 30_000;
const SERVE_IDLE_S = 600;

export interface ConnectOptions {
  readonly paths: HomePaths;
  readonly agent: string;
  readonly token: string;
  readonly input: NodeJS.ReadableStream & { pause(): unknown };
  readonly output: NodeJS.WritableStream;
  readonly note: (text: string) => void;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
}

/**
 * One MCP client on stdio, for as long as it keeps its end open: relays it to whoever owns the home
 * and starts an owner when there is none. Nothing but JSON-RPC is written to `output`.
 */
export async function connectClient(options: ConnectOptions): Promise<Result<number>> {
  const { paths, agent, token, input, output, note } = options;
  const prepared = await prepareHome(paths);
  if (!prepared.ok) return prepared;
  const ended = new AbortController();
  let end: Result<number> = ok(0);
  let line: Duplex | null = null;
  let wake: () => void = () => undefined;

  const relay = createRelay({
    toClient: (text) => {
      if (!output.write(`${text}\n`)) line?.pause();
    },
    toOwner: (text) => {
      if (line !== null && !line.write(`${text}\n`)) input.pause();
    },
    note,
    onEnd: (reason) => {
      end = fail('protocol', reason);
      relay.giveUp(reason);
      ended.abort();
    },
    newId: () => `gatehouse-${randomUUID()}`,
  });
  output.on('drain', () => line?.resume());
  output.on('error', () => ended.abort());

  const fromClient = new MessageLines(
    CLIENT_LINE_MAX,
    (text) => {
      if (text.trim() !== '') relay.fromClient(text);
      wake();
    },
    () => relay.clientLineTooLong(CLIENT_LINE_MAX),
    true,
  );
  input.on('data', (chunk: Buffer) => fromClient.push(chunk));
  for (const event of ['end', 'close', 'error']) input.on(event, () => ended.abort());
  if (options.signal.aborted) ended.abort();
  options.signal.addEventListener('abort', () => ended.abort(), { once: true });

  /** Until the owner is gone, or the client. */
  const attach = (socket: Duplex, head: Buffer) =>
    new Promise<void>((resolve) => {
      line = socket;
      const fromOwner = new MessageLines(OWNER_LINE_MAX, relay.fromOwner, () => socket.destroy());
      const stop = () => {
        socket.end();
        socket.destroy();
      };
      ended.signal.addEventListener('abort', stop, { once: true });
      socket.on('error', () => undefined); // a close follows
      socket.on('drain', () => input.resume());
      socket.once('close', () => {
        ended.signal.removeEventListener('abort', stop);
        line = null;
        input.resume();
        if (!ended.signal.aborted) relay.ownerGone();
        resolve();
      });
      relay.ownerHere();
      fromOwner.push(head);
      socket.on('data', (chunk: Buffer) => fromOwner.push(chunk));
      if (ended.signal.aborted) stop();
    });

  let start_after_ms = 0;
  while (!ended.signal.aborted) {
    const found = await findOwner({
      open: () =>
        openOwnerLine({ address: adminAddress(paths), agent, token, signal: ended.signal }),
      living: async () => (await livingOwner(paths)) !== null,
      start: () => startServe(paths, SERVE_IDLE_S),
      ...{ note, signal: ended.signal, start_after_ms, limit_ms: OWNER_LIMIT_MS },
    });
    if (found.kind === 'open') {
      await attach(found.socket, found.head);
      start_after_ms = CHANGE_MS;
    } else if (found.kind === 'refused') {
      relay.giveUp(found.message);
      end = fail('denied', found.message, {
        fix: `Make a token: gatehouse agent token ${agent}`,
      });
      ended.abort();
    } else if (found.kind === 'none') {
      note(found.message);
      relay.giveUp(found.message);
      await Promise.race([
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
        delay(QUIET_MS, undefined, { signal: ended.signal }).catch(() => undefined),
      ]);
    }
  }
  await flushed(output);
  return end;
}

/** What was written has left, or nobody takes it. */
const flushed = (output: NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000);
    output.write('', () => {
      clearTimeout(timer);
      resolve();
    });
  });
