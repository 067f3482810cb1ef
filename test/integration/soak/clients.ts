import { Agent } from 'node:http';
import { stateless } from '../gateway/wire.ts';
import { type Exchange, exchange } from './http-exchange.ts';
import type { PlannedCall } from './plan.ts';
import { responseIn, type Seen, toldBy } from './seen.ts';

/** Somebody at the gateway. `call` settles with what became of the call, and never rejects. */
export interface SoakClient {
  call(planned: PlannedCall): Promise<Seen>;
  /** Comes back as somebody new: says goodbye first, or simply stays away. */
  renew(how: 'politely' | 'silently'): Promise<void>;
  close(): Promise<void>;
}

interface Door {
  readonly port: number;
  readonly token: string;
}

const agentOf = () => new Agent({ keepAlive: true, maxSockets: 256 });
let last = 0;
const newId = (): number => {
  last += 1;
  return last;
};

/** What an exchange says about the call with this id. */
function seenIn({ status, messages, broke }: Exchange, id: number, began: number): Seen {
  const ms = performance.now() - began;
  const mine = messages.map(responseIn).filter((message) => message?.id === id);
  if (mine.length > 1) return { told: 'odd', ms, text: `${mine.length} answers to one call` };
  const [only] = mine;
  if (only !== undefined) return { ...toldBy(only), ms };
  if (status === 404) return { told: 'no_session', ms, text: '' };
  return { told: 'odd', ms, text: `status ${status}, ${broke ? 'broken off' : 'no answer'}` };
}

const toolOf = ({ server }: PlannedCall) => `${server}__work`;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** 2026-07-28: each call stands alone; leaving it is how it is cancelled. */
export class ModernClient implements SoakClient {
  readonly #door: Door;
  #agent = agentOf();
  #stream: { leave: () => void; done: Promise<Exchange> } | null = null;

  constructor(door: Door) {
    this.#door = door;
  }

  async call(planned: PlannedCall): Promise<Seen> {
    const id = newId();
    const began = performance.now();
    const { done, leave } = this.#send(id, 'tools/call', {
      name: toolOf(planned),
      arguments: planned.arguments,
      ...{ _meta: { progressToken: id } },
    });
    if (planned.client !== 'wait') {
      const first = await Promise.race([done, sleep(planned.after_ms)]);
      if (first === undefined) leave();
      const ended = await done;
      if (ended.broke) return { told: 'given_up', ms: performance.now() - began, text: '' };
      return seenIn(ended, id, began);
    }
    return seenIn(await done, id, began);
  }

  async renew(how: 'politely' | 'silently'): Promise<void> {
    this.#stream?.leave();
    await this.#stream?.done;
    if (how === 'silently') {
      this.#agent.destroy();
      this.#agent = agentOf();
    }
    this.#stream = this.#send(newId(), 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
  }

  async close(): Promise<void> {
    this.#stream?.leave();
    await this.#stream?.done;
    this.#agent.destroy();
  }

  #send(id: number, method: string, { _meta, ...params }: Record<string, unknown>) {
    const { body, headers } = stateless(method, params);
    const meta = (body['params'] as { _meta: object })._meta;
    return exchange({
      ...{ agent: this.#agent, port: this.#door.port },
      headers: { authorization: `Bearer ${this.#door.token}`, ...headers },
      body: { ...body, id, params: { ...params, _meta: { ...meta, ...(_meta as object) } } },
    });
  }
}

/** 2025-11-25: a session, with a stream of its own now and then. */
export class SessionClient implements SoakClient {
  readonly #door: Door;
  readonly #agent = agentOf();
  #session = '';
  #stream: { leave: () => void; done: Promise<Exchange> } | null = null;

  constructor(door: Door) {
    this.#door = door;
  }

  async call(planned: PlannedCall): Promise<Seen> {
    if (this.#session === '') await this.#open();
    const id = newId();
    const began = performance.now();
    const { done, leave } = this.#send({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: {
        ...{ name: toolOf(planned), arguments: planned.arguments },
        _meta: { progressToken: id },
      },
    });
    if (planned.client === 'wait') return this.#after(seenIn(await done, id, began));
    const first = await Promise.race([done, sleep(planned.after_ms)]);
    if (first === undefined && planned.client === 'leave') leave();
    else if (first === undefined) await this.#cancel(id);
    const ended = await done;
    const seen = seenIn(ended, id, began);
    const gaveUp = seen.told === 'odd' && ended.status !== 400 && first === undefined;
    return gaveUp ? { ...seen, told: 'given_up' } : this.#after(seen);
  }

  async renew(how: 'politely' | 'silently'): Promise<void> {
    this.#stream?.leave();
    if (how === 'politely' && this.#session !== '') {
      const { done } = exchange({ ...this.#sending(), method: 'DELETE' });
      await done;
    }
    await this.#open();
    this.#stream = exchange({ ...this.#sending(), method: 'GET' });
  }

  async close(): Promise<void> {
    this.#stream?.leave();
    await this.#stream?.done;
    if (this.#session !== '') await exchange({ ...this.#sending(), method: 'DELETE' }).done;
    this.#agent.destroy();
  }

  async #cancel(requestId: number): Promise<void> {
    const params = { requestId, reason: 'Not needed any more' };
    await this.#send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).done;
  }

  #after(seen: Seen): Seen {
    if (seen.told === 'no_session') this.#session = '';
    return seen;
  }

  async #open(): Promise<void> {
    this.#session = '';
    const params = {
      ...{ protocolVersion: '2025-11-25', capabilities: {} },
      clientInfo: { name: 'soak', version: '1' },
    };
    const opened = await this.#send({ jsonrpc: '2.0', id: newId(), method: 'initialize', params })
      .done;
    this.#session = String(opened.headers['mcp-session-id'] ?? '');
    if (this.#session === '') throw new Error(`No session: ${JSON.stringify(opened)}`);
    await this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' }).done;
  }

  #sending() {
    return {
      ...{ agent: this.#agent, port: this.#door.port },
      headers: {
        authorization: `Bearer ${this.#door.token}`,
        ...(this.#session === ''
          ? {}
          : { 'mcp-session-id': this.#session, 'mcp-protocol-version': '2025-11-25' }),
      },
    };
  }

  #send(body: unknown) {
    return exchange({ ...this.#sending(), body });
  }
}
