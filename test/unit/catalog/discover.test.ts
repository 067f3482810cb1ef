import { describe, expect, test } from 'vitest';
import { DISCOVER_LIMITS, discover } from '../../../src-main/catalog/discover.ts';
import { fail } from '../../../src-main/kernel/result.ts';
import { fakeLink, page, tool } from '../../fakes/link.ts';

const never = new AbortController().signal;
const eight = Array.from({ length: 8 }, (_, index) => tool(`t${index}`));
const names = (found: Awaited<ReturnType<typeof discover>>) =>
  found.ok ? found.value.tools.map(({ name }) => name) : found.failure.code;
const notes = (found: Awaited<ReturnType<typeof discover>>) =>
  found.ok ? found.value.misbehaviour : [];

test('all pages of all lists are read, and what is not offered is not asked for', async () => {
  const link = fakeLink(
    {
      tools: (cursor) => (cursor === null ? page([tool('a')], 'p2') : page([tool('b')])),
      prompts: () => page([{ name: 'p', arguments: [{ name: 'x', required: true }] }]),
    },
    { instructions: 'Be kind.' },
  );
  const found = await discover(link, { signal: never });
  expect(found).toMatchObject({
    ok: true,
    value: {
      tools: [{ name: 'a' }, { name: 'b' }],
      prompts: [
        {
          name: 'p',
          title: null,
          arguments: [{ name: 'x', description: '', required: true }],
          definition: { name: 'p', arguments: [{ name: 'x', required: true }] },
        },
      ],
      resources: [],
      instructions: 'Be kind.',
      misbehaviour: [],
    },
  });
  expect(link.asked).toEqual(['tools', 'tools p2', 'prompts']);
});

describe('a server whose list never ends', () => {
  test('the same cursor for ever: one more page, distinct names, a note', async () => {
    const link = fakeLink({ tools: () => page(eight, '8') });
    const found = await discover(link, { signal: never });
    expect(names(found)).toHaveLength(8);
    expect(link.asked).toHaveLength(2);
    expect(notes(found)).toEqual([
      'tools/list repeats a cursor and would never end.',
      'tools/list names 8 item(s) more than once; the first counts.',
    ]);
  });

  test('a cycle A, B, A', async () => {
    const link = fakeLink({
      tools: (cursor) => page([tool(`of-${cursor}`)], cursor === 'A' ? 'B' : 'A'),
    });
    const found = await discover(link, { signal: never });
    expect(names(found)).toEqual(['of-null', 'of-A', 'of-B']);
    expect(notes(found)[0]).toMatch(/repeats a cursor/);
  });

  test('a fresh cursor each time with nothing new', async () => {
    let turn = 0;
    const link = fakeLink({ tools: () => page(eight, `c${++turn}`) });
    const found = await discover(link, { signal: never });
    expect(names(found)).toHaveLength(8);
    expect(link.asked.length).toBeLessThan(10);
    expect(notes(found)[0]).toMatch(/nothing new/);
  });

  test('a fresh cursor and a new tool each time ends at the page limit', async () => {
    let turn = 0;
    const link = fakeLink({ tools: () => page([tool(`n${++turn}`)], `c${turn}`) });
    const found = await discover(link, { signal: never });
    expect(names(found)).toHaveLength(100);
    expect(notes(found)[0]).toMatch(/more than 100 pages/);
  });

  test('10,000 tools on one page end at the item limit', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => tool(`t${index}`));
    const found = await discover(fakeLink({ tools: () => page(many) }), { signal: never });
    expect(names(found)).toHaveLength(2_000);
    expect(notes(found)[0]).toMatch(/goes on after 2000 items/);
  });

  test('more bytes than the limit are not kept', async () => {
    const fat = Array.from({ length: 200 }, (_, index) =>
      tool(`t${index}`, { description: 'x'.repeat(200_000) }),
    );
    const found = await discover(fakeLink({ tools: () => page(fat) }), { signal: never });
    expect(names(found).length).toBeLessThan(90);
    expect(notes(found)[0]).toMatch(/is larger than/);
  });
});

describe('one bad definition does not spoil the others', () => {
  test('too large, too deep, too many parts, a name that is too long', async () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 50_000; level += 1) deep = { properties: { a: deep } };
    const link = fakeLink({
      tools: () =>
        page([
          tool('good'),
          tool('fat', { description: 'x'.repeat(300 * 1024) }),
          tool('deep', { inputSchema: deep }),
          tool('wide', { inputSchema: { enum: Array.from({ length: 30_000 }, () => 1) } }),
          tool('n'.repeat(129)),
        ]),
    });
    const found = await discover(link, { signal: never });
    expect(names(found)).toEqual(['good']);
    expect(found.ok && found.value.set_aside).toEqual([
      { name: 'fat', reason: 'Its definition is larger than 256 KB.' },
      { name: 'deep', reason: 'Its definition is nested more than 64 levels deep.' },
      { name: 'wide', reason: 'Its definition has more than 20000 parts.' },
      { name: `${'n'.repeat(120)}…`, reason: 'Its name is longer than 128 characters.' },
    ]);
  });

  test('what has no name at all is counted', async () => {
    const link = fakeLink({
      tools: () => page([null, 7, 'text', [], {}, { name: '' }, { name: 3 }, tool('good')]),
    });
    const found = await discover(link, { signal: never });
    expect(names(found)).toEqual(['good']);
    expect(notes(found)).toEqual(['tools/list holds 7 item(s) without a usable name.']);
  });

  test('of two tools with one name the first counts', async () => {
    const link = fakeLink({
      tools: () => page([tool('a', { title: 'first' }), tool('a', { title: 'second' })]),
    });
    const found = await discover(link, { signal: never });
    expect(found.ok && found.value.tools[0]?.definition['title']).toBe('first');
    expect(names(found)).toEqual(['a']);
  });

  test('texts of resources and prompts that are no text read as none', async () => {
    const link = fakeLink({
      resources: () => page([{ uri: 'a://b', name: null, description: 7 }, { name: 'no uri' }]),
      prompts: () =>
        page([
          { name: 'p', description: null, arguments: null },
          { name: 'q', arguments: 'no' },
        ]),
    });
    const found = await discover(link, { signal: never });
    expect(found.ok && found.value.resources).toEqual([
      {
        ...{ uri: 'a://b', name: '', title: null, description: '', mimeType: null },
        definition: { uri: 'a://b', name: null, description: 7 },
      },
    ]);
    expect(found.ok && found.value.prompts?.map(({ name }) => name)).toEqual(['p']);
    expect(notes(found)).toEqual([
      'resources/list holds 1 item(s) that cannot be used.',
      'prompts/list holds 1 item(s) that cannot be used.',
    ]);
  });
});

describe('a server that does not answer', () => {
  const silent = () => new Promise<never>(() => undefined);

  test('tools/list without an answer is call_timeout', async () => {
    const found = await discover(fakeLink({ tools: silent }), {
      signal: never,
      limits: { total_ms: 50 },
    });
    expect(found).toMatchObject({ ok: false, failure: { code: 'call_timeout' } });
  });

  test('cancelling is cancelled, also when the other side ignores it', async () => {
    const stop = new AbortController();
    const found = discover(fakeLink({ tools: silent }), { signal: stop.signal });
    stop.abort();
    expect(await found).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  });

  test('a prompts list that never comes does not keep the tools away', async () => {
    const link = fakeLink({ tools: () => page([tool('a')]), prompts: silent });
    const found = await discover(link, { signal: never, limits: { side_ms: 50 } });
    expect(names(found)).toEqual(['a']);
    expect(found.ok && found.value.prompts).toBeNull();
    expect(notes(found)).toEqual(['prompts/list was not answered in time.']);
  });

  test('a failing resources list is a note; a server that is gone is a failure', async () => {
    const failing = fakeLink({
      tools: () => page([tool('a')]),
      resources: () => fail('protocol', 'It said -32603.'),
    });
    expect(notes(await discover(failing, { signal: never }))).toEqual([
      'resources/list failed: It said -32603.',
    ]);
    const gone = fakeLink({
      tools: () => page([tool('a')]),
      resources: () => fail('exited', 'It ended with code 1.'),
    });
    expect(await discover(gone, { signal: never })).toMatchObject({ failure: { code: 'exited' } });
  });

  test('the whole may take a minute', () => {
    expect(DISCOVER_LIMITS.total_ms).toBe(60_000);
  });
});
