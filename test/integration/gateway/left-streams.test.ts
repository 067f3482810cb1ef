import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { answerWeb } from '../../../src-main/gateway/answer-web-http.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function collectAll(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    collect();
    await sleep(20);
  }
}

test('that a client left its stream is heard by who listens to the signal, however much was collected meanwhile', async () => {
  let left = 0;
  const port = await listening((request, response) => {
    void answerWeb(request, response, async ({ signal }) => {
      signal.addEventListener('abort', () => {
        left += 1;
      });
      return new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode(': open\n\n')),
        }),
      );
    });
  });
  const streams = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const outgoing = get({ host: '127.0.0.1', port, agent: false });
      outgoing.on('error', () => undefined); // we leave in the midst of it
      const [answer] = await once(outgoing, 'response');
      answer.on('error', () => undefined);
      await once(answer, 'data');
      return outgoing;
    }),
  );
  await collectAll();
  for (const stream of streams) stream.destroy();
  await expect.poll(() => left, { timeout: 5_000 }).toBe(20);
});

test('nothing is kept of an exchange that is over', async () => {
  const kept: WeakRef<object>[] = [];
  const port = await listening((request, response) => {
    kept.push(new WeakRef(response));
    void answerWeb(request, response, async (asked) => {
      kept.push(new WeakRef(asked));
      asked.signal.addEventListener('abort', () => undefined);
      return Response.json({ answered: true });
    });
  });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  for (let count = 0; count < 50; count += 1) {
    const [answer] = await once(get({ host: '127.0.0.1', port, agent }), 'response');
    answer.resume();
    await once(answer, 'end');
  }
  await collectAll();
  // The connection that is kept may still know its last exchange.
  expect(kept.filter((each) => each.deref() !== undefined).length).toBeLessThanOrEqual(2);
});
