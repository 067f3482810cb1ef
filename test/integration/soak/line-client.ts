import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { SoakClient } from './clients.ts';
import type { PlannedCall } from './plan.ts';
import { responseIn, type Seen, toldBy } from './seen.ts';

/** Starts `gatehouse connect`. */
export interface ConnectCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Waiting {
  readonly settle: (seen: Omit<Seen, 'ms'>) => void;
}

/** A 2025-era client that speaks to `gatehouse connect`; many callers share it. */
export class LineClient implements SoakClient {
  readonly #command: ConnectCommand;
  #child: ChildProcessWithoutNullStreams | null = null;
  #opening: Promise<void> | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  readonly #gaveUp = new Set<number>();
  /** Answers that nobody waited for: none may come, but to what was given up. */
  surplus = 0;
  stderr = '';

  constructor(command: ConnectCommand) {
    this.#command = command;
  }

  async call(planned: PlannedCall): Promise<Seen> {
    this.#opening ??= this.#open();
    await this.#opening;
    this.#last += 1;
    const id = this.#last;
    const params = { name: `${planned.server}__work`, arguments: planned.arguments };
    const seen = this.#ask(id, 'tools/call', { ...params, _meta: { progressToken: id } });
    if (planned.client !== 'wait') {
      const first = await Promise.race([
        seen,
        new Promise((resolve) => setTimeout(resolve, planned.after_ms)),
      ]);
      if (first === undefined) this.#giveUp(id);
    }
    return seen;
  }

  /** Silently: the command is killed with whatever is under way. */
  async renew(how: 'politely' | 'silently'): Promise<void> {
    if (this.#opening === null) return;
    await this.#opening;
    const child = this.#child;
    this.#child = null;
    this.#opening = null;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (how === 'silently') child.kill('SIGKILL');
    else child.stdin.end();
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(timer);
  }

  close(): Promise<void> {
    return this.renew('politely');
  }

  #giveUp(id: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#gaveUp.add(id);
    const params = { requestId: id, reason: 'Not needed any more' };
    this.#write({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    // No answer comes to a cancelled request, unless it was on its way.
    setTimeout(() => waiting.settle({ told: 'given_up', text: '' }), 100);
  }

  async #open(): Promise<void> {
    const { command, args, env } = this.#command;
    const child = spawn(command, [...args], { env: { ...env }, stdio: 'pipe' });
    this.#child = child;
    const waiting = new Map<number, Waiting>();
    this.#waiting = waiting;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#hear(line, waiting);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = `${this.stderr}${text}`.slice(-10_000);
    });
    child.stdin.on('error', () => undefined);
    child.once('close', () => {
      for (const each of waiting.values()) each.settle({ told: 'given_up', text: 'it has ended' });
    });
    this.#last += 1;
    const opened = this.#ask(this.#last, 'initialize', {
      ...{ protocolVersion: '2025-11-25', capabilities: {} },
      clientInfo: { name: 'soak', version: '1' },
    });
    await opened;
    this.#write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  #ask(id: number, method: string, params: unknown): Promise<Seen> {
    const began = performance.now();
    const waiting = this.#waiting;
    return new Promise((resolve) => {
      waiting.set(id, {
        settle: (seen) => {
          waiting.delete(id);
          resolve({ ...seen, ms: performance.now() - began });
        },
      });
      this.#write({ jsonrpc: '2.0', id, method, params });
    });
  }

  #hear(line: string, waiting: Map<number, Waiting>): void {
    const message: unknown = JSON.parse(line);
    if (typeof message === 'object' && message !== null && 'method' in message) return;
    const response = responseIn(message);
    if (response === undefined) {
      // The answer to initialize is no result of a call.
      const id = typeof message === 'object' && message !== null && 'id' in message && message.id;
      waiting.get(Number(id))?.settle({ told: 'answered', text: '' });
      return;
    }
    const asked = waiting.get(Number(response.id));
    if (asked !== undefined) asked.settle(toldBy(response));
    else if (!this.#gaveUp.has(Number(response.id))) this.surplus += 1;
  }

  #write(message: unknown): void {
    this.#child?.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
