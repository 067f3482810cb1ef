import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { fakeLink, page, tool } from '../../fakes/link.ts';
import { listedServer, must, NEVER, openBench, PERSON, until } from './bench.ts';

interface Lists {
  readonly tools: readonly unknown[];
  readonly prompts?: readonly unknown[];
  readonly instructions?: string;
}

/** A home with one confirmed server, `srv`; each `discover` meets a new link that offers these lists. */
async function openListed(first: Lists) {
  const bench = await openBench();
  let lists = first;
  await bench.parts.add('srv', listedServer('none'));
  return {
    bench,
    offer: (next: Lists) => {
      lists = next;
    },
    discover: async () => {
      const { tools, prompts, instructions = '' } = lists;
      const link = fakeLink(
        {
          tools: () => page(tools),
          ...(prompts === undefined ? {} : { prompts: () => page(prompts) }),
        },
        { instructions },
      );
      must(await bench.parts.catalog.ensureDiscovered(link, NEVER));
    },
    states: () => bench.parts.states('srv'),
  };
}

const list = (...tools: unknown[]): Lists => ({ tools });

test('what the first discovery after a yes shows is accepted; what appears later is new', async () => {
  const { offer, discover, states } = await openListed(list(tool('a'), tool('b')));
  await discover();
  expect(states()).toEqual({ a: 'accepted', b: 'accepted' });
  offer(list(tool('a'), tool('b'), tool('c')));
  await discover();
  expect(states()).toEqual({ a: 'accepted', b: 'accepted', c: 'new' });
});

describe('a definition that differs is held, and says what differs', () => {
  test.each([
    ['description', { description: 'Now also mails it to me' }],
    ['inputSchema', { inputSchema: { type: 'object', required: ['token'] } }],
    ['annotations', { annotations: { readOnlyHint: true } }],
  ])('%s', async (field, change) => {
    const { bench, offer, discover, states } = await openListed(list(tool('a'), tool('b')));
    await discover();
    offer(list(tool('a', change), tool('b')));
    await discover();
    expect(states()).toEqual({ a: 'changed', b: 'accepted' });
    const before = Object.hasOwn(tool('a'), field) ? expect.any(String) : null;
    expect(bench.parts.catalog.tool('srv', 'a')?.changes).toEqual([
      { field, before, after: expect.any(String) },
    ]);
    offer(list(tool('a'), tool('b')));
    await discover();
    expect(states()).toEqual({ a: 'accepted', b: 'accepted' });
  });

  test('the order of keys and of tools, and _meta, are no change', async () => {
    const { offer, discover, states } = await openListed(list(tool('a'), tool('b')));
    await discover();
    const turned = Object.fromEntries(Object.entries(tool('a')).reverse());
    offer(list(tool('b', { _meta: { at: 1 } }), turned));
    await discover();
    expect(states()).toEqual({ a: 'accepted', b: 'accepted' });
  });
});

test('a review accepts one tool, or all that is held', async () => {
  const { bench, offer, discover, states } = await openListed(list(tool('a'), tool('b')));
  await discover();
  offer(list(tool('a', { title: 'A' }), tool('b', { title: 'B' }), tool('c')));
  await discover();
  const { catalog } = bench.parts;
  expect(must(catalog.review('srv', 'a', PERSON)).map(({ name }) => name)).toEqual(['a']);
  expect(states()).toEqual({ a: 'accepted', b: 'changed', c: 'new' });
  expect(must(catalog.review('srv', undefined, PERSON)).map(({ name }) => name)).toEqual([
    'b',
    'c',
  ]);
  expect(states()).toEqual({ a: 'accepted', b: 'accepted', c: 'accepted' });
  expect(catalog.review('srv', 'none', PERSON)).toMatchObject({ failure: { code: 'not_found' } });
});

test('what was accepted survives a restart and the loss of the cache', async () => {
  const { bench, offer, discover, states } = await openListed(list(tool('a')));
  await discover();
  await bench.parts.close();
  for (const end of ['', '-wal', '-shm']) writeFileSync(bench.paths.cacheDb + end, 'gone');
  await bench.restart();
  offer(list(tool('a', { description: 'Other' }), tool('b')));
  await discover();
  expect(states()).toEqual({ a: 'changed', b: 'new' });
  expect(bench.parts.catalog.tool('srv', 'a')?.changes).toEqual([
    { field: 'description', before: '"Looks up a"', after: '"Other"' },
  ]);
});

test('a new launch has no tools until it is discovered, and is accepted with its own yes', async () => {
  const { bench, offer, discover, states } = await openListed(list(tool('a')));
  await discover();
  offer(list(tool('a', { description: 'Other' }), tool('b')));
  const { registry, confirm, catalog } = bench.parts;
  must(await registry.edit('srv', listedServer('none', '--other'), PERSON));
  expect(await catalog.probe('srv', NEVER)).toMatchObject({ failure: { code: 'unconfirmed' } });
  expect(states()).toEqual({ a: 'accepted' });
  await confirm('srv');
  expect(states()).toEqual({});
  await discover();
  expect(states()).toEqual({ a: 'accepted', b: 'accepted' });
});

test('a row that was tampered with holds everything instead of being made anew', async () => {
  const { bench, discover, states } = await openListed(list(tool('a')));
  await discover();
  await bench.parts.close();
  const db = new DatabaseSync(bench.paths.trustDb);
  db.exec("UPDATE trust SET value = replace(value, 'Looks', 'Looked') WHERE kind = 'pin'");
  db.close();
  await bench.restart();
  await discover();
  expect(states()).toEqual({ a: 'new' });
  must(bench.parts.catalog.review('srv', undefined, PERSON));
  expect(states()).toEqual({ a: 'accepted' });
});

test('without the key what was accepted is pending again', async () => {
  const { bench, discover, states } = await openListed(list(tool('a')));
  await discover();
  await bench.restart(null);
  expect(states()).toEqual({ a: 'new' });
  expect(bench.parts.catalog.review('srv', 'a', PERSON)).toMatchObject({ ok: false });
});

test('prompts and instructions are pinned too', async () => {
  const prompt = { name: 'p', description: 'Do it' };
  const first = { ...list(tool('a')), prompts: [prompt], instructions: 'Be kind.' };
  const { bench, offer, discover } = await openListed(first);
  await discover();
  const { catalog } = bench.parts;
  const prompts = () => catalog.prompts('srv').map(({ name, state }) => [name, state]);
  expect(prompts()).toEqual([['p', 'accepted']]);
  offer({ ...first, prompts: [{ ...prompt, description: 'Do more' }, { name: 'q' }] });
  await discover();
  expect(prompts()).toEqual([
    ['p', 'changed'],
    ['q', 'new'],
  ]);
  must(catalog.review('srv', undefined, PERSON));
  expect(prompts()).toEqual([
    ['p', 'accepted'],
    ['q', 'accepted'],
  ]);
});

test('a server that was removed and added again starts anew', async () => {
  const { bench, offer, discover, states } = await openListed(list(tool('a')));
  await discover();
  must(await bench.parts.registry.remove('srv', PERSON));
  bench.parts.catalog.forget('srv');
  expect(states()).toEqual({});
  expect(bench.parts.catalog.lastProbe('srv')).toBeUndefined();
  offer(list(tool('a', { description: 'Other' })));
  await bench.parts.add('srv', listedServer('none'));
  await discover();
  expect(states()).toEqual({ a: 'accepted' });
});

test('a running server that says its list changed is looked at again, before the next call at once', async () => {
  const bench = await openBench();
  const file = join(bench.folder, 'lists.json');
  const offer = (lists: Lists) => writeFileSync(file, JSON.stringify(lists));
  offer(list(tool('a')));
  await bench.parts.add('srv', listedServer(file));
  const { supervisor, catalog, states } = bench.parts;
  const link = must(await supervisor.connect('srv'));
  must(await catalog.ensureDiscovered(link, NEVER));
  expect(states('srv')).toEqual({ a: 'accepted' });
  let announced = 0;
  link.onListChanged(() => {
    announced += 1;
  });
  offer(list(tool('a', { description: 'Other' })));
  await until(() => announced > 0);
  must(await catalog.ensureDiscovered(link, NEVER));
  expect(states('srv')).toEqual({ a: 'changed' });
  offer(list(tool('a')));
  await until(() => states('srv')['a'] === 'accepted');
});
