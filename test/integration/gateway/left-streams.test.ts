import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { answerWeb } from '../../../src-main/gateway/answer-web-http.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

test('that a client left its stream is heard by who listens to the signal, however much was collected meanwhile', async () => {
  let left = 0;
  const server = createServer((request, response) => {
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
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
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
  for (let round = 0; round < 5; round += 1) {
    collect();
    await sleep(20);
  }
  for (const stream of streams) stream.destroy();
  await expect.poll(() => left, { timeout: 5_000 }).toBe(20);
});
