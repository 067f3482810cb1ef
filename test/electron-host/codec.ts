/**
 * Carries values between processes and worlds as JSON text, as the structured clone algorithm would:
 * dates, maps, sets, typed arrays, errors, cycles; anything else is refused with Electron's words.
 *
 * `makeCodec` is also sent to the page as source text, so it may use nothing from outside itself.
 */
export interface CodecExtension {
  /** Names a function so that the other side can call it; absent: functions cannot be cloned. */
  readonly nameFunction?: (value: (...values: never[]) => unknown) => string;
  readonly functionNamed?: (name: string) => (...values: unknown[]) => unknown;
  readonly namePromise?: (value: PromiseLike<unknown>) => string;
  readonly promiseNamed?: (name: string) => Promise<unknown>;
}

export interface Codec {
  encode(value: unknown): string;
  /** `frozen` freezes plain objects and arrays, as contextBridge does. */
  decode(text: string, frozen?: boolean): unknown;
}

export function makeCodec(extension: CodecExtension = {}): Codec {
  type Node = null | string | boolean | number | readonly [string, ...unknown[]];

  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };
  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) {
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return btoa(text);
  };
  const fromBase64 = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const viewTypes: readonly (new (buffer: ArrayBuffer) => ArrayBufferView)[] = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  ];
  const errors: Record<string, new (message: string) => Error> = {
    TypeError,
    RangeError,
    SyntaxError,
    ReferenceError,
  };

  function encodeObject(value: object, seen: Map<object, number>): Node {
    const known = seen.get(value);
    if (known !== undefined) return ['again', known];
    if ('then' in value && typeof value.then === 'function' && extension.namePromise) {
      return ['promise', extension.namePromise(value as PromiseLike<unknown>)];
    }
    seen.set(value, seen.size);
    const inner = (part: unknown) => encodeNode(part, seen);
    if (value instanceof Date) return ['date', value.getTime()];
    if (value instanceof RegExp) return ['regexp', value.source, value.flags];
    if (value instanceof Error) return ['error', value.name, value.message, value.stack ?? ''];
    if (value instanceof Map) return ['map', ...[...value].map(([k, v]) => [inner(k), inner(v)])];
    if (value instanceof Set) return ['set', ...[...value].map(inner)];
    if (value instanceof ArrayBuffer) return ['buffer', toBase64(new Uint8Array(value))];
    if (ArrayBuffer.isView(value)) {
      const tag = Object.prototype.toString.call(value).slice(8, -1);
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      return ['view', tag, toBase64(bytes)];
    }
    if (Array.isArray(value)) return ['array', ...value.map(inner)];
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) refuse();
    return ['object', ...Object.entries(value).map(([k, v]) => [k, inner(v)])];
  }

  function encodeNode(value: unknown, seen: Map<object, number>): Node {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (Object.is(value, -0)) return ['number', '-0'];
        return Number.isFinite(value) ? value : ['number', String(value)];
      case 'undefined':
        return ['undefined'];
      case 'bigint':
        return ['bigint', String(value)];
      case 'function':
        return extension.nameFunction
          ? ['function', extension.nameFunction(value as (...values: never[]) => unknown)]
          : refuse();
      case 'symbol':
        return refuse();
      default:
        return value === null ? null : encodeObject(Object(value), seen);
    }
  }

  function decodeNode(node: unknown, seen: unknown[], frozen: boolean): unknown {
    if (!Array.isArray(node)) return node;
    const [kind, ...parts] = node as [string, ...unknown[]];
    const text = (at: number) => String(parts[at]);
    const inner = (part: unknown) => decodeNode(part, seen, frozen);
    const keep = <T>(value: T): T => {
      seen.push(value);
      return value;
    };
    const pairs = parts as [unknown, unknown][];
    switch (kind) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(parts[0]);
      case 'bigint':
        return BigInt(text(0));
      case 'function':
        return extension.functionNamed?.(text(0));
      case 'promise':
        return extension.promiseNamed?.(text(0));
      case 'again':
        return seen[Number(parts[0])];
      case 'date':
        return keep(new Date(Number(parts[0])));
      case 'regexp':
        return keep(new RegExp(text(0), text(1)));
      case 'error': {
        const error = keep(new (errors[text(0)] ?? Error)(text(1)));
        error.stack = text(2);
        return error;
      }
      case 'buffer':
        return keep(fromBase64(text(0)).buffer);
      case 'view': {
        const bytes = fromBase64(text(1));
        const View = viewTypes.find((type) => type.name === text(0));
        return keep(View ? new View(bytes.buffer) : bytes);
      }
      case 'map': {
        const map = keep(new Map<unknown, unknown>());
        for (const [key, value] of pairs) map.set(inner(key), inner(value));
        return map;
      }
      case 'set': {
        const set = keep(new Set<unknown>());
        for (const part of parts) set.add(inner(part));
        return set;
      }
      case 'array': {
        const list: unknown[] = keep([]);
        for (const part of parts) list.push(inner(part));
        return frozen ? Object.freeze(list) : list;
      }
      case 'object': {
        const object: Record<string, unknown> = keep({});
        for (const [key, value] of pairs) {
          // Defined, not assigned: a key such as __proto__ must stay plain data.
          Object.defineProperty(object, String(key), {
            value: inner(value),
            enumerable: true,
            writable: true,
            configurable: true,
          });
        }
        return frozen ? Object.freeze(object) : object;
      }
      default:
        throw new Error(`unknown kind of value in transit: ${kind}`);
    }
  }

  return {
    encode: (value) => JSON.stringify(encodeNode(value, new Map())),
    decode: (text, frozen = false) => decodeNode(JSON.parse(text), [], frozen),
  };
}
