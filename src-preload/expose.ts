import { contextBridge, ipcRenderer } from 'electron';
import { bridgeFor } from './bridge-for.ts';

/** Puts the role's bridge on `window.gatehouse`, frozen; the page gets nothing else of Electron. */
export function expose(role: 'app' | 'approval'): void {
  contextBridge.exposeInMainWorld(
    'gatehouse',
    bridgeFor(role, {
      invoke: (channel, input) => ipcRenderer.invoke(channel, input),
      listen: (channel, listener) => {
        ipcRenderer.on(channel, (_event, body: unknown) => listener(body));
      },
    }),
  );
}
