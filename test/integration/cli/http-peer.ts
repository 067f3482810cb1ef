import { spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './gatehouse-home.ts';

const NODE = join(fileURLToPath(new URL('../../..', import.meta.url)), 'node_modules/.bin/node');

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a real server that listens on PORT; resolves with what stops it, once it listens. */
export async function startHttpPeer(
  script: string,
  mode: string,
  port: number,
): Promise<() => Promise<void>> {
  const child = spawn(NODE, [script, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await eventually(
    () =>
      new Promise<true | undefined>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        });
        socket.on('error', () => resolve(undefined));
      }),
    20_000,
  );
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}
