import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';
import { addScripted, tool } from '../gateway/scripted-server.ts';
import { ERAS, talkingClient } from '../gateway/talking-client.ts';

let home: GatewayHome;
beforeEach(() => {
  home = new GatewayHome();
});
afterEach(() => home.close());

const NAME = /^[A-Za-z0-9_-]{1,48}$/;
const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));
const namesOf = (tools: readonly unknown[]) => tools.map((one) => String(field(one, 'name')));
const everything = (...servers: string[]) =>
  `mcp:\n  online_tool: {${servers.map((server) => `${server}: ["*"]`).join(', ')}}\n`;

describe('NAME-01 whatever a server and its tools are called, clients see plain names', () => {
  test('NAME-01 names match the strict pattern, the original stays as the title, and each call reaches its own tool', async () => {
    const raw = ['admin.list', 'user/get', 'näme', '工具', '🙂', 'a b', 'a.b', 'a_b'];
    const server = await addScripted(
      home,
      'odd',
      { tools: [...raw.map((name) => tool(name)), tool('')] },
      ['--name', 'Ünser Sérver 🙂 / v2.0'],
    );
    await home.agent('any', everything('odd'));
    await home.serve();
    const client = await talkingClient('2026-07-28', home.url, (await home.token('any')).token);
    const tools = await client.list();
    const own = tools.filter((one) => String(field(one, 'name')).startsWith('odd__'));
    expect(own).toHaveLength(raw.length);
    for (const name of namesOf(tools)) expect(name).toMatch(NAME);
    const seen = new Map(
      own.map((one) => [
        typeof one === 'object' && one !== null && 'title' in one ? one.title : field(one, 'name'),
        one,
      ]),
    );
    for (const name of raw) {
      const exposed = String(field(seen.get(name) ?? seen.get(`odd__${name}`), 'name'));
      expect(textOf(await client.call(exposed))).toContain(`ran ${name} `);
    }
    expect(server.asked()).toEqual(raw.map((name) => `call ${name}`));
    const journaled = list(await home.json(['journal', 'list', '--kind', 'call_requested']));
    expect(journaled.map((entry) => field(entry, 'tool')).toReversed()).toEqual(raw);
    await client.close();
  });
});

describe('NAME-02 long names are shortened the same way for ever', () => {
  test('NAME-02 a server id of 42 characters and tools of up to 128: in the limit, distinct, stable over a restart, and rules still point at the same tool', async () => {
    const id = `a${'b'.repeat(41)}`;
    const twins = ['one', 'two'].map((end) => `${'x'.repeat(60)}${end}`);
    const raw = ['s'.repeat(30), 'm'.repeat(60), 'l'.repeat(128), ...twins];
    const server = await addScripted(home, id, { tools: raw.map((name) => tool(name)) });
    await home.agent('any', everything(id));
    await home.serve();
    const { token } = await home.token('any');
    const first = await talkingClient('2025', home.url, token);
    const names = namesOf(await first.list()).filter((name) => name !== 'result_read');
    expect(new Set(names).size).toBe(raw.length);
    for (const name of names) expect(name).toMatch(NAME);
    const ran = new Map<string, string>();
    for (const name of names) ran.set(name, textOf(await first.call(name)));
    expect(new Set(ran.values()).size).toBe(raw.length);
    await first.close();
    home.serving?.child.kill('SIGTERM');
    await home.serving?.ended;
    server.set({ tools: raw.toReversed().map((name) => tool(name)) });
    await home.serve();
    const second = await talkingClient('2025', home.url, token);
    expect(namesOf(await second.list()).filter((name) => name !== 'result_read')).toEqual(names);
    for (const name of names) expect(textOf(await second.call(name))).toBe(ran.get(name));
    await second.close();
  });
});

describe('NAME-04 equal names of several servers live side by side', () => {
  test.each(ERAS)(
    'NAME-04 tool, prompt and resource of the same name each reach their own server; a later server takes nothing over (%s client)',
    async (era) => {
      const script = {
        tools: [tool('search'), tool('result_read')],
        prompts: [{ name: 'start' }],
        resources: [{ uri: 'note://same', name: 'same' }],
      };
      await addScripted(home, 'one', script);
      await addScripted(home, 'two', script);
      await home.agent('any', everything('one', 'two', 'later'));
      await home.serve();
      const client = await talkingClient(era, home.url, (await home.token('any')).token);
      const before = namesOf(await client.list());
      expect(before).toContain('one__search');
      expect(before).toContain('two__search');
      expect(before.filter((name) => name === 'result_read')).toHaveLength(1);
      const uris = (await client.resources()).map((one) => String(field(one, 'uri')));
      expect(new Set(uris).size).toBe(2);
      for (const id of ['one', 'two']) {
        expect(textOf(await client.call(`${id}__search`))).toContain(`${id} ran search`);
        expect(textOf(await client.call(`${id}__result_read`))).toContain(`${id} ran result_read`);
        const prompt = JSON.stringify(await client.prompt(`${id}__start`, {}));
        expect(prompt).toContain(`${id} prompt start`);
        const uri = uris.find((one) => one.includes(id)) ?? '';
        expect(JSON.stringify(await client.read(uri))).toContain(`${id} read note://same`);
      }
      await addScripted(home, 'later', script);
      await eventually(async () =>
        namesOf(await client.list()).includes('later__search') ? true : undefined,
      );
      expect(namesOf(await client.list())).toEqual(expect.arrayContaining(before));
      expect(textOf(await client.call('one__search'))).toContain('one ran search');
      await client.close();
    },
  );
});

describe('SCHEMA-03 schemas are passed on as they are', () => {
  test.each(ERAS)(
    'SCHEMA-03 old dialects, unknown keywords and the order of keys arrive unchanged (%s client)',
    async (era) => {
      const inputSchema = {
        'x-first': { kept: [1, null, 'ü'] },
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        definitions: { x: { type: 'string', nullable: true } },
        properties: {
          z: { $ref: '#/definitions/x' },
          a: { type: 'number', minimum: 1, exclusiveMinimum: true },
        },
        unknownKeyword: true,
      };
      await addScripted(home, 'old', { tools: [tool('draft', { inputSchema })] });
      await home.agent('any', everything('old'));
      await home.serve();
      const { token } = await home.token('any');
      const client = await talkingClient(era, home.url, token);
      const found = (await client.list()).find((one) => field(one, 'name') === 'old__draft');
      expect(field(found, 'inputSchema')).toEqual(inputSchema);
      // On the wire also in the same order; clients sort keys as they like.
      const wire = await (await home.ask('tools/list', token)).text();
      expect(wire).toContain(JSON.stringify(inputSchema));
      expect(textOf(await client.call('old__draft', { a: 2, z: 'text' }))).toContain('ran draft');
      expect(textOf(await client.call('old__draft', { a: 1 }))).toMatch(/^\[INVALID_ARGUMENTS\] /);
      await client.close();
    },
  );

  test('SCHEMA-03 a definition without a type lets strict clients keep the whole list', async () => {
    await addScripted(home, 'loose', {
      tools: [
        tool('any_of', { inputSchema: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } }),
        tool('nullable', { inputSchema: { type: ['object', 'null'] } }),
      ],
    });
    await home.agent('any', everything('loose'));
    await home.serve();
    const client = await talkingClient('2025', home.url, (await home.token('any')).token);
    const names = namesOf(await client.list());
    expect(names).toEqual(expect.arrayContaining(['loose__any_of', 'loose__nullable']));
    expect(textOf(await client.call('loose__any_of', { b: 1 }))).toContain('ran any_of');
    await client.close();
  });
});
