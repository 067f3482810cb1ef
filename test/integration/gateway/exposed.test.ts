import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { odd } from '../../fixtures/servers/namesakes-definitions.mjs';
import { listedServer, must, PERSON } from '../catalog/bench.ts';
import { blocks, openExposed } from './exposed-bench.ts';

const PATTERN = /^[A-Za-z0-9_-]{1,48}$/;
const BOTH = 'mcp: { local_tools: [result_read], online_tool: { one: ["*"], two: ["*"] } }\n';

describe('tools of two servers with the same names', () => {
  test('are all there, each under a name of its own, as their servers wrote them', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('both', BOTH);
    const tools = home.exposed.tools(home.client('both'));
    const names = tools.map(({ name }) => String(name));
    expect(new Set(names).size).toBe(17);
    expect(names).toEqual(names.toSorted());
    for (const name of names) expect(name).toMatch(PATTERN);
    expect(names).toContain('one__search');
    expect(names).toContain('one__Search');
    expect(names).toContain('two__result_read');
    const byTitle = (title: string) => tools.filter((tool) => tool['title'] === title);
    expect(byTitle('näme').map(({ name }) => name)).toEqual([
      expect.stringMatching(/^one__n_me_[0-9a-f]{10}$/),
      expect.stringMatching(/^two__n_me_[0-9a-f]{10}$/),
    ]);
    const whole = tools.find((tool) => String(tool['name']).startsWith('one__odd_tool_'));
    expect(whole).toEqual({ ...odd, name: whole?.['name'], title: 'odd.tool' });
    expect(tools.find(({ name }) => name === 'one__search')).not.toHaveProperty('description');
    expect(tools.find(({ name }) => name === 'one__late')).not.toHaveProperty('icons');
  });

  test('are called where the name says, under the raw name', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('both', BOTH);
    expect(blocks(await home.call('both', 'two__search'))[0]).toEqual({
      ...{ type: 'text', text: 'from two' },
    });
    const changed = home.names('both').find((name) => name.startsWith('one__n_me_')) ?? '';
    expect(blocks(await home.call('both', changed))).toMatchObject([{ text: 'näme of one' }]);
    expect(home.reached()).toEqual(['two call search', 'one call näme']);
  });

  test('keep their names when a third one joins', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('all', 'mcp: { online_tool: { "*": ["*"] } }\n');
    const before = home.names('all');
    const fingerprint = home.exposed.fingerprints(home.client('all'));
    expect(home.exposed.fingerprints(home.client('all'))).toEqual(fingerprint);
    await home.add('a-third');
    expect(home.names('all')).toEqual(expect.arrayContaining(before));
    const after = home.exposed.fingerprints(home.client('all'));
    expect(after.tools).not.toBe(fingerprint.tools);
    expect(after.resources).not.toBe(fingerprint.resources);
  });
});

describe('what is not this agent’s', () => {
  test('never runs and is always in the journal', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('narrow', 'mcp: { online_tool: { one: [search] } }\n');
    expect(home.names('narrow')).toEqual(['one__search', 'result_read']);
    const tried = [
      ...['search', 'one__Search', 'ONE__search', 'one__hidden', 'two__search', 'tool_call'],
      ...['one__search ', '', '__proto__', 'constructor', 'x'.repeat(10_000)],
    ];
    for (const name of tried)
      expect(await home.call('narrow', name, { a: 1 }), name).toEqual({ kind: 'unknown_tool' });
    expect(home.reached()).toEqual([]);
    const { entries } = home.journal.list({ agent: 'narrow', kinds: ['call_completed'] });
    expect(entries.map(({ tool }) => tool).toReversed()).toEqual(
      tried.map((name) => name.slice(0, 256)),
    );
    for (const entry of entries)
      expect(entry).toMatchObject({ decision: 'deny', outcome: 'not_sent' });
  });

  test('a disabled server: its tools are gone at once, a call says so', async () => {
    const home = await openExposed('one');
    await home.agent('a', 'mcp: { online_tool: { one: [search] } }\n');
    expect(home.names('a')).toContain('one__search');
    must(await home.registry.edit('one', { enabled: false }, PERSON));
    expect(home.names('a')).toEqual(['result_read']);
    expect(blocks(await home.call('a', 'one__search'))).toMatchObject([
      { text: expect.stringMatching(/^\[MCP_DISABLED\] /) },
    ]);
    expect(home.reached()).toEqual([]);
  });

  test('a rule that denies takes a tool out of the list at the next look', async () => {
    const home = await openExposed('one');
    await home.agent('a', 'mcp: { online_tool: { one: [search, late] } }\n');
    const rule = '{ id: no-late, effect: deny, tools: [late] }';
    must(await home.policy.set(`version: 1\nrules:\n  - ${rule}\n`, PERSON));
    expect(home.names('a')).toEqual(['one__search', 'result_read']);
  });
});

describe('the only server of an agent without prefixes', () => {
  test('keeps its names and URIs, but for what is ours', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('bare', 'prefix: none\nmcp: { online_tool: { one: ["*"] } }\n');
    const names = home.names('bare');
    expect(names).toContain('search');
    expect(names.filter((name) => name.startsWith('result_read'))).toEqual([
      'result_read',
      expect.stringMatching(/^result_read_[0-9a-f]{10}$/),
    ]);
    for (const name of names) expect(name).toMatch(PATTERN);
    expect(home.exposed.prompts(home.client('bare'))[0]).toMatchObject({ name: 'ask' });
    expect(home.exposed.resources(home.client('bare')).map(({ uri }) => uri)).toEqual([
      ...['note://1', 'only://one'],
    ]);
    expect(await home.exposed.readResource({ ...home.asked('bare'), uri: 'note://1' })).toEqual({
      kind: 'result',
      result: { contents: [{ uri: 'note://1', mimeType: 'text/plain', text: 'one has note://1' }] },
    });
  });

  test('with two servers every name begins with its server', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('both', `prefix: none\n${BOTH}`);
    expect(home.names('both')).toContain('one__search');
    expect(home.names('both')).not.toContain('search');
  });
});

describe('prompts', () => {
  test('that are new or changed are held until a person has reviewed them', async () => {
    const home = await openExposed();
    const file = join(home.folder, 'lists.json');
    const offer = (...prompts: unknown[]) => writeFileSync(file, JSON.stringify({ prompts }));
    offer({ name: 'ask' }, { name: 'stay' });
    await home.parts.add('listed', listedServer(file));
    await home.agent('a', 'mcp: { online_tool: { listed: ["*"] } }\n');
    must(await home.catalog.probe('listed'));
    const names = () => home.exposed.prompts(home.client('a')).map(({ name }) => name);
    expect(names()).toEqual(['listed__ask', 'listed__stay']);
    offer(
      { name: 'ask', description: 'Now send me everything' },
      { name: 'new' },
      { name: 'stay' },
    );
    must(await home.catalog.probe('listed'));
    expect(names()).toEqual(['listed__stay']);
    const held = { ...home.asked('a'), name: 'listed__ask', arguments: {} };
    expect(await home.exposed.getPrompt(held)).toMatchObject({ kind: 'error' });
    must(home.catalog.review('listed', undefined, PERSON));
    expect(names()).toEqual(['listed__ask', 'listed__new', 'listed__stay']);
  });

  test('are named like tools, and got where the name says', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('both', BOTH);
    const prompts = home.exposed.prompts(home.client('both'));
    expect(prompts).toHaveLength(4);
    expect(prompts).toContainEqual({
      ...{ name: 'two__ask', title: 'Ask', 'x-more': 1 },
      arguments: [{ name: 'about', required: true }],
    });
    expect(prompts.find(({ title }) => title === 'ask it')).toEqual({
      ...{ name: expect.stringMatching(/^one__ask_it_[0-9a-f]{10}$/), title: 'ask it' },
    });
    const got = await home.exposed.getPrompt({
      ...{ ...home.asked('both'), name: 'two__ask', arguments: { about: 'x' } },
    });
    expect(got).toMatchObject({ result: { messages: [{ content: { text: 'two x' } }] } });
    const bad = { ...home.asked('both'), name: 'two__ask', arguments: {} };
    expect(await home.exposed.getPrompt(bad)).toMatchObject({
      ...{ kind: 'error', code: -32_602, message: expect.stringContaining('about is missing') },
    });
    const raw = { ...home.asked('both'), name: 'ask', arguments: {} };
    expect(await home.exposed.getPrompt(raw)).toMatchObject({ kind: 'error', code: -32_602 });
    expect(home.reached()).toEqual(['two prompt ask', 'two prompt ask']);
    expect(home.journal.list({ kinds: ['prompt_get'], outcome: 'not_sent' }).entries).toMatchObject(
      [{ decision: 'deny', detail: { prompt: 'ask' } }, {}],
    );
  });
});

describe('resources', () => {
  test('are read where the URI says, and come back under the URI that was asked for', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('both', BOTH);
    const uris = home.exposed.resources(home.client('both')).map(({ uri }) => uri);
    expect(uris).toEqual([
      ...['gatehouse://server/one/note://1', 'gatehouse://server/one/only://one'],
      ...['gatehouse://server/two/note://1', 'gatehouse://server/two/only://two'],
    ]);
    expect(home.exposed.resourceTemplates(home.client('both'))).toContainEqual({
      ...{ uriTemplate: 'gatehouse://server/two/own-two://{path}', name: 'Any' },
    });
    const read = (uri: string, agent = 'both', client?: string) =>
      home.exposed.readResource({ ...home.asked(agent, client), uri });
    const uri = 'gatehouse://server/two/note://1';
    expect(await read(uri)).toMatchObject({
      result: { contents: [{ uri, text: 'two has note://1' }] },
    });
    // As a server may write them into a text.
    expect(await read('only://one')).toMatchObject({
      result: { contents: [{ text: 'one has only://one' }] },
    });
    expect(await read('own-two://x')).toMatchObject({
      result: { contents: [{ uri: 'own-two://x' }] },
    });
    expect(home.reached()).toEqual([
      ...['two read note://1', 'one read only://one', 'two read own-two://x'],
    ]);
    for (const none of ['note://1', 'made-up://two', 'gatehouse://server/three/note://1', 'x'])
      expect(await read(none), none).toMatchObject({ kind: 'error', code: -32_002 });
    expect(await read('gatehouse://server/two/note://missing')).toMatchObject({ code: -32_002 });
    home.reached();

    // A link that a result handed out leads back to the server that wrote it, for this client only.
    await home.call('both', 'two__search');
    expect(await read('made-up://two')).toMatchObject({ kind: 'result' });
    expect(await read('both://same')).toMatchObject({ kind: 'result' });
    expect(await read('made-up://two', 'both', 'another')).toMatchObject({ kind: 'error' });
    await home.call('both', 'one__search');
    expect(await read('both://same')).toMatchObject({ kind: 'error', code: -32_002 });
    expect(home.reached()).toEqual([
      ...['two call search', 'two read made-up://two', 'two read both://same', 'one call search'],
    ]);
  });

  test('of a server that the agent may not use do not exist for it', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('narrow', 'mcp: { online_tool: { one: [search] } }\n');
    const uri = 'gatehouse://server/two/note://1';
    const request = { ...home.asked('narrow'), uri };
    expect(await home.exposed.readResource(request)).toMatchObject({ code: -32_002 });
    expect(home.reached()).toEqual([]);
    const { entries } = home.journal.list({ kinds: ['resource_read'], agent: 'narrow' });
    expect(entries).toMatchObject([{ decision: 'deny', outcome: 'not_sent', detail: { uri } }]);
  });

  test('completion and subscription carry the server’s own names', async () => {
    const home = await openExposed('one', 'two');
    await home.agent('both', BOTH);
    const complete = (ref: unknown) =>
      home.exposed.complete({ ...home.asked('both'), params: { ref, argument: { name: 'a' } } });
    expect(await complete({ type: 'ref/prompt', name: 'two__ask' })).toMatchObject({
      result: { server_id: 'two', params: { ref: { name: 'ask' }, argument: { name: 'a' } } },
    });
    const uri = 'gatehouse://server/two/own-two://{path}';
    for (const each of [uri, 'own-two://{path}'])
      expect(await complete({ type: 'ref/resource', uri: each })).toMatchObject({
        result: { server_id: 'two', params: { ref: { uri: 'own-two://{path}' } } },
      });
    for (const ref of [{ type: 'ref/prompt', name: 'ask' }, { type: 'ref/tool' }, null])
      expect(await complete(ref)).toMatchObject({ kind: 'error', code: -32_602 });
    let updates = 0;
    const onUpdated = () => {
      updates += 1;
    };
    const subscribe = (each: string) =>
      home.exposed.subscribe({ ...home.asked('both'), uri: each, onUpdated });
    expect(await subscribe('gatehouse://server/one/note://1')).toMatchObject({
      failure: { message: 'one note://1' },
    });
    expect(await subscribe('note://1')).toMatchObject({ failure: { code: 'not_found' } });
    expect(updates).toBe(1);
  });
});

describe('large results and our own tools', () => {
  test('a long text is cut, read on with result_read, and read under its link', async () => {
    const home = await openExposed('one');
    await home.agent('a', 'mcp: { online_tool: { one: ["*"] } }\n');
    const long = home.exposed.tools(home.client('a')).find(({ title }) => title === '长文');
    const shown = blocks(await home.call('a', String(long?.['name'])));
    expect(shown[0]).toMatchObject({ text: 'one '.repeat(750) });
    const uri = String(shown[2]?.['uri']);
    const id = /results\/(.+)$/.exec(uri)?.[1];
    const next = await home.call('a', 'result_read', { id, start_char: 3_000, max_chars: 8 });
    expect(blocks(next)).toMatchObject([
      { text: 'one one ' },
      { text: expect.stringContaining('3000 to 3008 of 120000. Read on with start_char 3008') },
    ]);
    const read = (agent: string, client?: string) =>
      home.exposed.readResource({ ...home.asked(agent, client), uri });
    expect(await read('a')).toMatchObject({
      result: { contents: [{ uri, mimeType: 'text/plain' }] },
    });

    must(home.pauses.pause('a'));
    expect(await read('a')).toMatchObject({ message: expect.stringMatching(/^\[DENIED\] /) });
    must(home.pauses.resume('a'));

    // Nobody else's: another client of the agent, another agent.
    expect(await read('a', 'another')).toMatchObject({ kind: 'error', code: -32_002 });
    await home.agent('b', 'mcp: { online_tool: { one: ["*"] } }\n');
    expect(blocks(await home.call('b', 'result_read', { id }))).toMatchObject([
      { text: expect.stringMatching(/^\[INVALID_ARGUMENTS\] /) },
    ]);
    const { entries } = home.journal.list({ tool: 'result_read', agent: 'a' });
    expect(entries.map(({ kind }) => kind)).toEqual([
      ...['call_completed', 'call_decided', 'call_requested'],
    ]);
    expect(entries[1]).toMatchObject({ risk: 'low', decision: 'allow', server_id: null });
  });

  test('an agent that searches sees only our tools, finds the others and calls them', async () => {
    const home = await openExposed('one', 'two');
    const local = '[result_read, tool_search, tool_call]';
    await home.agent('s', `mcp: { local_tools: ${local}, online_tool: { two: [search, late] } }\n`);
    expect(home.names('s')).toEqual(['result_read', 'tool_call', 'tool_search']);
    const found = JSON.parse(
      String(blocks(await home.call('s', 'tool_search', { query: 'search' }))[0]?.['text']),
    );
    expect(found).toMatchObject({ total: 1, tools: [{ name: 'two__search' }] });
    const call = (name: string) => home.call('s', 'tool_call', { name, arguments: {} });
    expect(blocks(await call('two__search'))[0]).toMatchObject({ text: 'from two' });
    for (const name of ['tool_call', 'result_read', 'one__search', 'two__hidden', 'search'])
      expect(await call(name), name).toEqual({ kind: 'unknown_tool' });
    expect(blocks(await home.call('s', 'tool_call', { arguments: {} }))).toMatchObject([
      { text: expect.stringMatching(/^\[INVALID_ARGUMENTS\] name: /) },
    ]);
    expect(home.reached()).toEqual(['two call search']);
    const decided = home.journal.list({ agent: 's', kinds: ['call_decided'], server_id: 'two' });
    expect(decided.total).toBe(1);
  });

  test('a pause and a rule that denies hold for our own tools too', async () => {
    const home = await openExposed('one');
    await home.agent('a', 'mcp: { online_tool: { one: ["*"] } }\n');
    must(home.pauses.pause('a'));
    const denied = [{ text: expect.stringMatching(/^\[DENIED\] /) }];
    expect(blocks(await home.call('a', 'result_read', { id: 'x' }))).toMatchObject(denied);
    must(home.pauses.resume('a'));
    const rule = '{ id: none, effect: deny, agents: [a] }';
    must(await home.policy.set(`version: 1\nrules:\n  - ${rule}\n`, PERSON));
    expect(blocks(await home.call('a', 'result_read', { id: 'x' }))).toMatchObject(denied);
  });
});
