/**
 * Source text for the two JavaScript worlds of a page: the page's own, and the isolated one in which
 * the preload runs. The functions here are sent as text, so each uses only its parameters.
 */
import { type Codec, type CodecExtension, makeCodec } from './codec.ts';

export const isolatedWorld = 'Electron Isolated Context';
export const ipcBinding = '__ehostIpc';

interface Bridge {
  expose(key: string, api: unknown): void;
}

/** One end of contextBridge: synchronous DOM events that carry text under an unguessable name. */
function makeBridge(
  secret: string,
  side: 'main' | 'isolated',
  codecWith: (extension: CodecExtension) => Codec,
): Bridge {
  type Message =
    | { kind: 'call'; name: string; values: string }
    | { kind: 'returned' | 'thrown'; value: string }
    | { kind: 'fulfilled' | 'rejected'; name: string; value: string }
    | { kind: 'expose'; key: string; api: string }
    | { kind: 'exposed' | 'taken' };

  const other = side === 'main' ? 'isolated' : 'main';
  // Kept from before the page's scripts could replace them.
  const dispatch = window.dispatchEvent.bind(window);
  const Carrier = CustomEvent;
  const { parse, stringify } = JSON;
  const functions = new Map<string, (...values: never[]) => unknown>();
  const names = new WeakMap<object, string>();
  const promises = new Map<string, [(value: unknown) => void, (error: unknown) => void]>();
  let count = 0;
  let reply: Message | undefined;

  const post = (message: Message): Message | undefined => {
    reply = undefined;
    dispatch(new Carrier(secret + other, { detail: stringify(message) }));
    const received = reply;
    reply = undefined;
    return received;
  };

  const codec = codecWith({
    nameFunction(value) {
      const name = names.get(value) ?? `${side}${++count}`;
      names.set(value, name);
      functions.set(name, value);
      return name;
    },
    functionNamed:
      (name) =>
      (...values) => {
        const received = post({ kind: 'call', name, values: codec.encode(values) });
        if (received?.kind === 'returned') return codec.decode(received.value);
        if (received?.kind === 'thrown') throw codec.decode(received.value);
        throw new Error('The other side of the context bridge is gone');
      },
    namePromise(value) {
      const name = `${side}${++count}`;
      value.then(
        (result) => post({ kind: 'fulfilled', name, value: codec.encode(result) }),
        (error) => post({ kind: 'rejected', name, value: codec.encode(error) }),
      );
      return name;
    },
    promiseNamed: (name) =>
      new Promise((resolve, reject) => {
        promises.set(name, [resolve, reject]);
      }),
  });

  const call = (name: string, values: string): Message => {
    try {
      const target = functions.get(name);
      const result = target?.(...(codec.decode(values) as never[]));
      return { kind: 'returned', value: codec.encode(result) };
    } catch (error) {
      return { kind: 'thrown', value: codec.encode(error) };
    }
  };

  const expose = (key: string, api: string): Message => {
    if (Object.hasOwn(window, key)) return { kind: 'taken' };
    const value = codec.decode(api, true);
    Object.defineProperty(window, key, { value, enumerable: true });
    return { kind: 'exposed' };
  };

  window.addEventListener(secret + side, (event) => {
    event.stopImmediatePropagation();
    const message: Message = parse((event as CustomEvent<string>).detail);
    switch (message.kind) {
      case 'call':
        post(call(message.name, message.values));
        return;
      case 'expose':
        post(expose(message.key, message.api));
        return;
      case 'fulfilled':
      case 'rejected': {
        const settle = promises.get(message.name)?.[message.kind === 'fulfilled' ? 0 : 1];
        promises.delete(message.name);
        settle?.(codec.decode(message.value));
        return;
      }
      default:
        reply = message;
    }
  });

  return {
    expose(key, api) {
      if (post({ kind: 'expose', key, api: codec.encode(api) })?.kind !== 'exposed') {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
    },
  };
}

interface PreloadFacts {
  readonly platform: string;
  readonly arch: string;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}

/** What a sandboxed preload finds around itself: a limited `require` and a limited `process`. */
function preloadSurroundings(bridge: Bridge, codec: Codec, facts: PreloadFacts) {
  type Listener = (event: unknown, ...values: unknown[]) => void;
  interface World {
    __ehostIpc?: (text: string) => void;
    __ehostDeliver?: (text: string) => void;
  }
  const world = globalThis as World;
  const binding = world.__ehostIpc;
  delete world.__ehostIpc;
  const post = (message: object) => binding?.(JSON.stringify(message));
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>();
  const waiting = new Map<number, [(value: unknown) => void, (error: Error) => void]>();
  let lastId = 0;

  const checked = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get(object, key, receiver) {
        if (typeof key === 'symbol' || key in object || key === 'then' || key === 'toJSON') {
          return Reflect.get(object, key, receiver);
        }
        const error = new Error(`${name}.${key} is not modelled by the stand-in Electron host`);
        error.name = 'ElectronHostError';
        throw error;
      },
    });

  for (const type of ['keydown', 'keyup'] as const) {
    window.addEventListener(
      type,
      (event) => {
        if (!event.isTrusted) return;
        const { key, code, repeat, isComposing, shiftKey, ctrlKey, altKey, metaKey } = event;
        const held = { shift: shiftKey, control: ctrlKey, alt: altKey, meta: metaKey };
        const modifiers = Object.entries(held).flatMap(([name, down]) => (down ? [name] : []));
        const input = { type: type === 'keydown' ? 'keyDown' : 'keyUp', key, code, modifiers };
        post({ kind: 'key', input: { ...input, isAutoRepeat: repeat, isComposing, ...held } });
      },
      true,
    );
  }

  const listen = (channel: string, listener: Listener, once: boolean) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }]);
    return ipcRenderer;
  };
  const ipcRenderer = checked('ipcRenderer', {
    send(channel: string, ...values: unknown[]): void {
      post({ kind: 'send', channel, values: codec.encode(values) });
    },
    invoke(channel: string, ...values: unknown[]): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const message = { kind: 'invoke', id: ++lastId, channel, values: codec.encode(values) };
        waiting.set(message.id, [resolve, reject]);
        post(message);
      });
    },
    on: (channel: string, listener: Listener): unknown => listen(channel, listener, false),
    addListener: (channel: string, listener: Listener): unknown => listen(channel, listener, false),
    once: (channel: string, listener: Listener): unknown => listen(channel, listener, true),
    off(channel: string, listener: Listener): unknown {
      const left = (listeners.get(channel) ?? []).filter((one) => one.listener !== listener);
      listeners.set(channel, left);
      return ipcRenderer;
    },
    removeListener: (channel: string, listener: Listener): unknown =>
      ipcRenderer.off(channel, listener),
    removeAllListeners(channel?: string): unknown {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string): number => listeners.get(channel)?.length ?? 0,
  });

  const deliverEvent = (channel: string, values: unknown[]) => {
    for (const one of listeners.get(channel) ?? []) {
      if (one.once) ipcRenderer.off(channel, one.listener);
      try {
        one.listener({ sender: ipcRenderer, senderId: 0, ports: [] }, ...values);
      } catch (error) {
        reportError(error);
      }
    }
  };
  world.__ehostDeliver = (text) => {
    const message = JSON.parse(text);
    if (message.kind === 'event') {
      deliverEvent(message.channel, codec.decode(message.values) as unknown[]);
      return;
    }
    const [resolve, reject] = waiting.get(message.id) ?? [];
    waiting.delete(message.id);
    if (message.kind === 'result') resolve?.(codec.decode(message.value));
    else reject?.(new Error(message.message));
  };

  const electron = checked('electron (in a preload)', {
    ipcRenderer,
    contextBridge: checked('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api),
    }),
  });
  const modules: Record<string, unknown> = {
    electron,
    'electron/renderer': electron,
    timers: { setTimeout, setInterval, clearTimeout, clearInterval },
    url: { URL, URLSearchParams },
  };
  return {
    require(id: string): unknown {
      const name = id.replace(/^node:/, '');
      if (name in modules) return modules[name];
      throw new Error(`module not found: ${id}`);
    },
    process: checked('process (in a preload)', {
      ...facts,
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      env: {},
    }),
    reportFailure: (file: string, error: unknown) => {
      console.error(`Unable to load preload script: ${file}`);
      console.error(error);
      post({ kind: 'preload-error', file, message: String(error) });
    },
  };
}

/** Runs first in the page's own world of the top frame. */
export function mainWorldSource(secret: string): string {
  return `if (window === window.top) (${makeBridge})(${JSON.stringify(secret)}, 'main', ${makeCodec});`;
}

/** Runs in the isolated world of the top frame: contextBridge, ipcRenderer, then the preload. */
export function isolatedWorldSource(
  secret: string,
  facts: PreloadFacts,
  preload: { readonly file: string; readonly text: string },
): string {
  const file = JSON.stringify(preload.file);
  return `if (window === window.top) (() => {
const makeCodec = ${makeCodec};
const bridge = (${makeBridge})(${JSON.stringify(secret)}, 'isolated', makeCodec);
const { require, process, reportFailure } =
  (${preloadSurroundings})(bridge, makeCodec(), ${JSON.stringify(facts)});
const module = { exports: {} };
try {
  (function (require, module, exports, process, global) {
${preload.text}
  }).call(globalThis, require, module, module.exports, process, globalThis);
} catch (error) { reportFailure(${file}, error); }
})();
//# sourceURL=${preload.file}`;
}
