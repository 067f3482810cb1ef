import { duplexPair } from 'node:stream';
import { Server } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { createLineClients } from '../../../src-main/gateway/line-clients-socket.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { eventually } from '../cli/gatehouse-home.ts';

test('a stream of changes that was refused follows no resource any more', async () => {
  const followed = new Set<string>();
  const lines = createLineClients({
    clock: systemClock,
    open: () =>
      new Server(
        { name: 'test', version: '1' },
        { capabilities: { resources: { subscribe: true, listChanged: true } } },
      ),
    lists: { watch: () => () => undefined, soon: () => undefined },
    watches: () => ({
      follow: (uris) => {
        const mine = [...uris];
        for (const uri of mine) followed.add(uri);
        return () => {
          for (const uri of mine) followed.delete(uri);
        };
      },
      close: () => followed.clear(),
    }),
    onChange: () => undefined,
    onError: () => undefined,
    maxSubscriptions: 1,
  });
  const [ours, theirs] = duplexPair();
  let said = '';
  theirs.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  lines.serve({ id: 'c-1', agent: 'a', label: '', hold_s: null, created_at: 0 }, ours);
  const listen = (id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'subscriptions/listen' },
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
      notifications: { resourceSubscriptions: [`note://${id}`] },
    },
  });
  for (const id of [1, 2, 3]) theirs.write(`${JSON.stringify(listen(id))}\n`);
  await eventually(() => (said.match(/"error"/g)?.length === 2 ? true : undefined));
  expect([...followed]).toEqual(['note://1']);
  await lines.close();
});
