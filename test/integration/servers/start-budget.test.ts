import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startBudget } from '../../../src-main/servers/start-budget.ts';

/** Both ends of a connection within this process: what is written to one waits at the other at once. */
async function bothEnds(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const accepted = once(server, 'connection');
  const near = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [far] = await accepted;
  onTestFinished(() => {
    for (const end of [near, far, server]) end.unref?.();
    near.destroy();
    far.destroy();
    server.close();
  });
  return [near, far];
}

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a sign of life that waits unread when the time is up counts, and silence after it does not', async () => {
  const [near, far] = await bothEnds();
  let lastSign = performance.now();
  far.on('data', () => {
    lastSign = performance.now();
  });
  const budget = startBudget(40, () => lastSign);
  near.write('still installing');
  block(80);
  await turn();
  await turn();
  expect(budget.signal.aborted).toBe(false);
  await sleep(200);
  expect(budget.signal.aborted).toBe(true);
  budget.end();
});

test('a budget that was ended never aborts', async () => {
  const budget = startBudget(10, () => 0);
  block(20);
  budget.end();
  await sleep(50);
  expect(budget.signal.aborted).toBe(false);
});
