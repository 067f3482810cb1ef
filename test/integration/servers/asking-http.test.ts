import { expect, test } from 'vitest';
import type { Link } from '../../../src-main/servers/connection.ts';
import { askingServer as modernServer } from '../../fixtures/servers/asking-modern.mjs';
import { askingServer as olderServer } from '../../fixtures/servers/asking-v1.mjs';
import { call, must, openBench, textOf, toolNames, until } from './harness.ts';
import { modernPeer, olderPeer, startPeer } from './http-peers.ts';
import { writtenOwner } from './written-owner.ts';

const NEVER = new AbortController().signal;

async function connected(url: string, bench: Awaited<ReturnType<typeof openBench>>): Promise<Link> {
  await bench.addConfirmed('r', {
    transport: 'http',
    url,
    capabilities: ['tools', 'resources', 'prompts', 'elicitation', 'sampling', 'roots'],
  });
  return must(await bench.supervisor.connect('r'));
}

async function openOlder() {
  const bench = await openBench();
  const peer = await startPeer(olderPeer({ server: () => olderServer(bench.notes) }).listener);
  return { link: await connected(peer.url, bench), notes: () => bench.readNotes(), peer };
}

async function openModern() {
  const bench = await openBench();
  const notes: string[] = [];
  const modern = modernPeer(() => modernServer({ notes }));
  const peer = await startPeer(modern.listener);
  return { link: await connected(peer.url, bench), notes: () => notes, modern };
}

for (const [era, open] of [
  ['older', openOlder],
  ['newer', openModern],
] as const) {
  test(`over HTTP in the ${era} era questions, logs and cancellation go their ways`, async () => {
    const { link, notes } = await open();
    const owner = writtenOwner('ann', { log_level: 'warning' });
    expect(JSON.parse(textOf(await call(link, 'ask_name', {}, { owner })))).toMatchObject({
      content: { name: 'Ann' },
    });
    expect(JSON.parse(textOf(await call(link, 'ask_model', {}, { owner })))).toMatchObject({
      model: 'a-model',
    });
    await call(link, 'log', {}, { owner });
    expect(owner.logged.map((params) => params['level'])).toEqual(['warning', 'error']);
    const stop = new AbortController();
    const slow = call(link, 'slow', {}, { owner, signal: stop.signal });
    await until(() => notes().includes('begin slow'));
    stop.abort();
    expect(await slow).toMatchObject({ outcome: 'unknown', failure: { code: 'cancelled' } });
    await until(() => notes().includes('cancelled slow'));
  });
}

test('over HTTP in the older era changes come on the stream of their own', async () => {
  const { link, peer } = await openOlder();
  const told: string[] = [];
  link.onListChanged((kind) => told.push(kind));
  link.onResourceUpdated((uri) => told.push(uri));
  await until(() => peer.seen.some((request) => request.method === 'GET'));
  must(await link.subscribe('note://one', NEVER));
  await call(link, 'add_tool');
  await until(() => told.includes('tools'));
  expect(await toolNames(link)).toContain('added_1');
  await call(link, 'touch');
  await until(() => told.includes('note://one'));
});

test('over HTTP in the newer era a resource is followed on a stream', async () => {
  const { link, modern } = await openModern();
  const updated: string[] = [];
  link.onResourceUpdated((uri) => updated.push(uri));
  must(await link.subscribe('note://one', NEVER));
  modern.updated('note://two');
  modern.updated('note://one');
  await until(() => updated.length === 1);
  expect(updated).toEqual(['note://one']);
  await link.unsubscribe('note://one');
  must(await link.subscribe('note://two', NEVER));
  modern.updated('note://one');
  modern.updated('note://two');
  await until(() => updated.length === 2);
  expect(updated).toEqual(['note://one', 'note://two']);
});
