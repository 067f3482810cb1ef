import { EventEmitter } from 'node:events';
import { makeCodec } from './codec.ts';
import { debug } from './runtime.ts';
import { notModelled, preventable, strict } from './strict.ts';
import type { WebContents } from './web-contents.ts';

type Handler = (event: IpcEvent, ...values: unknown[]) => unknown;

/** ipcMain, and the same per webContents (`webContents.ipc`). */
export class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, Handler>();

  constructor() {
    super();
    this.setMaxListeners(0);
    // biome-ignore lint/correctness/noConstructorReturn: callers must see the checked object.
    return strict('ipcMain', this);
  }

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...values) => {
      this.removeHandler(channel);
      return handler(event, ...values);
    });
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
}

export const ipcMain = new IpcMain();

const codec = makeCodec();

export type PageMessage =
  | { readonly kind: 'send'; readonly channel: string; readonly values: string }
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly values: string;
    }
  | { readonly kind: 'key'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: 'preload-error'; readonly file: string; readonly message: string };

/** What the host tells the page's preload world. */
export type HostMessage =
  | { readonly kind: 'event'; readonly channel: string; readonly values: string }
  | { readonly kind: 'result'; readonly id: number; readonly value: string }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

export function eventMessage(channel: string, values: readonly unknown[]): HostMessage {
  return { kind: 'event', channel, values: codec.encode(values) };
}

export type IpcEvent = ReturnType<typeof ipcEvent>;

function ipcEvent(sender: WebContents) {
  return strict('IpcMainEvent', {
    ...preventable(),
    type: 'frame',
    sender,
    // Read once: as in Electron, the frame that sent, even if the page has moved on since.
    senderFrame: sender.mainFrame,
    frameId: 1,
    processId: 1,
    ports: [],
    reply: (channel: string, ...values: unknown[]) => sender.send(channel, ...values),
  });
}

/** Hands one message of a page to the app's listeners and handlers. */
export async function receiveFromPage(sender: WebContents, message: PageMessage): Promise<void> {
  switch (message.kind) {
    case 'key':
      sender.emit('before-input-event', keyEvent(), message.input);
      return;
    case 'preload-error': {
      sender.emit('preload-error', preventable(), message.file, new Error(message.message));
      return;
    }
    case 'send': {
      const event = ipcEvent(sender);
      const values = decodeValues(message.values);
      sender.emit('ipc-message', event, message.channel, ...values);
      sender.ipc.emit(message.channel, event, ...values);
      ipcMain.emit(message.channel, event, ...values);
      return;
    }
    case 'invoke':
      sender.deliver(await answer(sender, message));
  }
}

/** The page has the key already when the app hears of it, so it cannot be taken away. */
function keyEvent() {
  return strict('before-input-event', {
    defaultPrevented: false,
    preventDefault(): never {
      throw notModelled('preventDefault() of before-input-event');
    },
  });
}

async function answer(
  sender: WebContents,
  { id, channel, values }: { id: number; channel: string; values: string },
): Promise<HostMessage> {
  const handler = sender.ipc.handlers.get(channel) ?? ipcMain.handlers.get(channel);
  try {
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    const value = await handler(ipcEvent(sender), ...decodeValues(values));
    return { kind: 'result', id, value: codec.encode(value) };
  } catch (error) {
    if (handler) console.error(`Error occurred in handler for '${channel}':`, error);
    debug('invoke failed', channel, error);
    return { kind: 'failure', id, message: `Error invoking remote method '${channel}': ${error}` };
  }
}

function decodeValues(text: string): unknown[] {
  const values = codec.decode(text);
  return Array.isArray(values) ? values : [];
}
