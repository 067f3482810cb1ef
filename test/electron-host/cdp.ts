import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts';

type Commands = Protocol.CommandParameters;
type Answers = Protocol.CommandReturnValues;
export type CdpMethod = keyof Commands;
export type CdpAnswer<M extends CdpMethod> = Answers[M];
export type CdpEvent = {
  [M in keyof Protocol.Events]: { readonly method: M; readonly params: Protocol.Events[M] };
}[keyof Protocol.Events];

interface Waiting {
  readonly method: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** One connection to Chromium's DevTools protocol; sessions (one per page) share it. */
export class Cdp {
  private lastId = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, Set<(event: CdpEvent) => void>>();
  private readonly socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.onmessage = (message) => this.receive(String(message.data));
    socket.onclose = () => {
      for (const one of this.waiting.values()) {
        one.reject(new Error(`${one.method}: Chromium is gone`));
      }
      this.waiting.clear();
    };
  }

  static async connect(url: string): Promise<Cdp> {
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error(`cannot reach Chromium at ${url}`));
    });
    return new Cdp(socket);
  }

  /** Sends a command to the browser, or to a page when a session is named. */
  send<M extends CdpMethod>(method: M, params?: Commands[M], sessionId?: string) {
    return new Promise<Answers[M]>((resolve, reject) => {
      const id = ++this.lastId;
      this.waiting.set(id, {
        method,
        // Chromium is our own child here, so its answers are taken at the protocol's word.
        resolve: (value) => resolve(value as Answers[M]),
        reject,
      });
      this.socket.send(JSON.stringify({ id, method, params: params ?? {}, sessionId }));
    });
  }

  /** Hears the events of one session, or with '' those of the browser; returns the undo. */
  listen(sessionId: string, listener: (event: CdpEvent) => void): () => void {
    const all = this.listeners.get(sessionId) ?? new Set();
    this.listeners.set(sessionId, all.add(listener));
    return () => all.delete(listener);
  }

  close(): void {
    this.socket.close();
  }

  private receive(text: string): void {
    const message = JSON.parse(text);
    if (message.id === undefined) {
      for (const listener of [...(this.listeners.get(message.sessionId ?? '') ?? [])]) {
        listener(message);
      }
      return;
    }
    const one = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) one?.reject(new Error(`${one.method}: ${message.error.message}`));
    else one?.resolve(message.result);
  }
}
