import { EventEmitter } from 'node:events';

/** Thrown for every Electron call, property, option or event that this host does not model. */
export class ElectronHostError extends Error {
  override name = 'ElectronHostError';
}

export function notModelled(what: string): ElectronHostError {
  return new ElectronHostError(
    `${what} is not modelled by the stand-in Electron host. Add it under test/electron-host, with a contract test, or run on the real Electron.`,
  );
}

/** Names that JavaScript, promises, loggers and assertion libraries ask of any object. */
const askedOfAnyObject = new Set(['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType']);

/** Wraps a modelled object so that reading or writing anything else on it throws by name. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'symbol' || key in object) return Reflect.get(object, key, receiver);
      if (askedOfAnyObject.has(key)) return undefined;
      throw notModelled(`${name}.${key}`);
    },
    set(object, key, value, receiver) {
      if (typeof key === 'symbol' || key in object) {
        return Reflect.set(object, key, value, receiver);
      }
      throw notModelled(`Setting ${name}.${key}`);
    },
  });
}

/** Stands for a whole Electron module that the host lacks: it can be imported, not used. */
export function unmodelledModule(name: string): unknown {
  // Not an arrow function, so that `new` finds something to construct.
  function refuse(): never {
    throw notModelled(name);
  }
  return new Proxy(refuse, {
    get(_target, key) {
      if (typeof key === 'symbol' || askedOfAnyObject.has(key)) return undefined;
      throw notModelled(`${name}.${key}`);
    },
    set(_target, key) {
      throw notModelled(`Setting ${name}.${String(key)}`);
    },
    construct: refuse,
  });
}

type Listener = Parameters<EventEmitter['on']>[1];

/**
 * An emitter whose members and event names are both checked: listening to an event that the host
 * never emits (and no test may emit by hand) throws, since such a listener would silently stay idle.
 */
export class StrictEmitter extends EventEmitter {
  readonly hostName: string;
  readonly hostEvents: ReadonlySet<string>;

  constructor(name: string, events: readonly string[]) {
    super();
    this.setMaxListeners(0);
    this.hostName = name;
    this.hostEvents = new Set(events);
    // biome-ignore lint/correctness/noConstructorReturn: subclasses must see the checked object as `this`.
    return strict(name, this);
  }

  override on(event: string | symbol, listener: Listener): this {
    return super.on(this.checked(event), listener);
  }

  override once(event: string | symbol, listener: Listener): this {
    return super.once(this.checked(event), listener);
  }

  override addListener(event: string | symbol, listener: Listener): this {
    return super.addListener(this.checked(event), listener);
  }

  override prependListener(event: string | symbol, listener: Listener): this {
    return super.prependListener(this.checked(event), listener);
  }

  private checked(event: string | symbol): string | symbol {
    if (typeof event === 'string' && !this.hostEvents.has(event)) {
      throw notModelled(`${this.hostName} event '${event}'`);
    }
    return event;
  }
}

/** Emits an event that a listener may prevent; answers whether one did. */
export function emitPreventable(
  emitter: EventEmitter,
  event: string,
  details: Record<string, unknown> = {},
  ...values: unknown[]
): boolean {
  const carrier = preventable(details);
  emitter.emit(event, carrier, ...values);
  return carrier.defaultPrevented;
}

export function preventable(details: Record<string, unknown> = {}) {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
