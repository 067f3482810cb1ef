import { z } from 'zod';
import { eventually } from '../cli/gatehouse-home.ts';

/** What a process holds after its garbage is collected; bytes, and of what by its kind. */
export interface Held {
  readonly heap: number;
  /** Buffers outside of the heap. */
  readonly outside: number;
  /** By kind: timers, sockets, pipes, processes … */
  readonly resources: Readonly<Record<string, number>>;
}

/** How many of them live. */
export interface Listening {
  readonly emitters: number;
  /** Of emitters and event targets, abort signals among them. */
  readonly listeners: number;
  /** Event targets: most are abort signals. */
  readonly targets: number;
}

const Target = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const Reply = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const Evaluated = z.object({
  result: z.looseObject({ value: z.unknown().optional(), objectId: z.string().optional() }),
  exceptionDetails: z.unknown().optional(),
});
const Queried = z.object({ objects: z.object({ objectId: z.string() }) });
const Counted = z.object({ objects: z.number(), listeners: z.number() });

/** Runs in the other process, with all objects of a kind as `this`. */
const COUNT = `function () {
  let listeners = 0;
  for (const each of this) {
    const events = Object.getOwnPropertyDescriptor(each, '_events')?.value;
    if (events) for (const name of Reflect.ownKeys(events)) {
      const found = events[name];
      listeners += typeof found === 'function' ? 1 : (found?.length ?? 0);
    }
    for (const symbol of Object.getOwnPropertySymbols(each))
      if (symbol.description === 'kEvents')
        for (const root of each[symbol]?.values() ?? []) listeners += root.size ?? 0;
  }
  return { objects: this.length, listeners };
}`;
const FACTS = `({
  memory: process.memoryUsage(),
  resources: process.getActiveResourcesInfo(),
})`;
const Facts = z.object({
  memory: z.object({ heapUsed: z.number(), external: z.number() }),
  resources: z.array(z.string()),
});

/** The debugging door of a Node process on 127.0.0.1:port. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #open = new Map<number, (reply: z.infer<typeof Reply>) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const reply = Reply.safeParse(JSON.parse(String(data)));
      if (!reply.success) return; // an event
      this.#open.get(reply.data.id)?.(reply.data);
      this.#open.delete(reply.data.id);
    };
  }

  static async at(port: number): Promise<Inspector> {
    const url = await eventually(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
      return response === null
        ? undefined
        : Target.parse(await response.json())[0]?.webSocketDebuggerUrl;
    });
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return new Inspector(socket);
  }

  async held(): Promise<Held> {
    await this.#send('HeapProfiler.collectGarbage');
    // What finalisers let go of then is collected by the second.
    await new Promise((resolve) => setTimeout(resolve, 10));
    await this.#send('HeapProfiler.collectGarbage');
    const facts = Facts.parse((await this.#evaluate(FACTS)).value);
    const resources: Record<string, number> = {};
    for (const kind of facts.resources) resources[kind] = (resources[kind] ?? 0) + 1;
    return { heap: facts.memory.heapUsed, outside: facts.memory.external, resources };
  }

  /** Takes a second or so: every object is looked at. */
  async listening(): Promise<Listening> {
    const emitters = await this.#count(
      `process.getBuiltinModule('node:events').EventEmitter.prototype`,
    );
    const targets = await this.#count('EventTarget.prototype');
    return {
      emitters: emitters.objects,
      listeners: emitters.listeners + targets.listeners,
      targets: targets.objects,
    };
  }

  close(): void {
    this.#socket.close();
  }

  async #count(prototype: string): Promise<z.infer<typeof Counted>> {
    const { objectId: prototypeObjectId } = await this.#evaluate(prototype, false);
    const found = Queried.parse(
      await this.#send('Runtime.queryObjects', { prototypeObjectId, objectGroup: 'soak' }),
    );
    const { result, exceptionDetails } = Evaluated.parse(
      await this.#send('Runtime.callFunctionOn', {
        ...{ objectId: found.objects.objectId, functionDeclaration: COUNT, returnByValue: true },
      }),
    );
    await this.#send('Runtime.releaseObjectGroup', { objectGroup: 'soak' });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return Counted.parse(result.value);
  }

  async #evaluate(expression: string, returnByValue = true) {
    const evaluated = Evaluated.parse(
      await this.#send('Runtime.evaluate', { expression, returnByValue, objectGroup: 'soak' }),
    );
    if (evaluated.exceptionDetails !== undefined)
      throw new Error(JSON.stringify(evaluated.exceptionDetails));
    return evaluated.result;
  }

  async #send(method: string, params: Record<string, unknown> = {}): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const replied = new Promise<z.infer<typeof Reply>>((resolve) => this.#open.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error } = await replied;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
