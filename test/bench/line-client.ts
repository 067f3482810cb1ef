import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The least that speaks to a stdio server: what a call costs without anything between. */
export async function lineClient(script: readonly string[]) {
  const child = spawn(process.execPath, [...script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map<number, (value: unknown) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: { id: number; result: unknown } = JSON.parse(line);
    waiting.get(message.id)?.(message.result);
    waiting.delete(message.id);
  });
  let last = 0;
  const request = (method: string, params: unknown) =>
    new Promise<unknown>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    });
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  return { request, close: () => child.kill() };
}
