import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, list } from '../cli/gatehouse-home.ts';
import { type AnyClient, GatewayHome, modernClient, v1Client } from './gateway-home.ts';

const namesakes = fileURLToPath(new URL('../../fixtures/servers/namesakes.mjs', import.meta.url));

describe('twin servers and long results, through the built program', () => {
  const home = new GatewayHome();
  const clients: Record<string, AnyClient> = {};
  const of = (name: string): AnyClient => {
    const found = clients[name];
    if (found === undefined) throw new Error(`no client ${name}`);
    return found;
  };
  let notes = '';
  beforeAll(async () => {
    notes = join(home.work, 'notes');
    writeFileSync(notes, '');
    for (const id of ['one', 'two']) {
      await home.add(id, ['node', namesakes, `--id=${id}`, `--notes=${notes}`]);
      await home.json(['probe', id]);
    }
    await home.agent('both', 'mcp: { online_tool: { one: ["*"], two: [search] } }\n');
    await home.agent(
      'finder',
      'mcp: { local_tools: [tool_search, tool_call], online_tool: { two: [search] } }\n',
    );
    await home.serve();
    const { token } = await home.token('both');
    clients['2025'] = await v1Client(home.url, token);
    clients['2026'] = await modernClient(home.url, token);
    clients['another'] = await v1Client(home.url, (await home.token('both')).token);
    clients['finder'] = await modernClient(home.url, (await home.token('finder')).token);
  });
  afterAll(async () => {
    for (const one of Object.values(clients)) await one.close();
    await home.close();
  });
  const texts = (result: unknown) =>
    list(field(result, 'content'))
      .filter((block) => field(block, 'type') === 'text')
      .map((block) => String(field(block, 'text')));

  test.each(['2025', '2026'])('a %s client reads on in its own result', async (era) => {
    const long = (await of(era).list()).find((tool) => JSON.stringify(tool).includes('长文'));
    const cut = await of(era).call(String(field(long, 'name')), {});
    const [beginning, about] = texts(cut);
    expect(beginning).toBe('one '.repeat(750));
    const id = /id "([^"]+)"/.exec(about ?? '')?.[1];
    const next = await of(era).call('result_read', { id, start_char: 119_996 });
    expect(texts(next)).toEqual([
      'one ',
      '[Gatehouse: Characters 119996 to 120000 of 120000: the end.]',
    ]);
    const foreign = await of('another').call('result_read', { id });
    expect(texts(foreign)[0]).toMatch(/^\[INVALID_ARGUMENTS\] /);
  });

  test('a client that searches calls what it found, and nothing else', async () => {
    const finder = of('finder');
    const names = (await finder.list()).map((tool) => field(tool, 'name'));
    expect(names).toEqual(['tool_call', 'tool_search']);
    const found = JSON.parse(texts(await finder.call('tool_search', { query: 'search' }))[0] ?? '');
    expect(list(field(found, 'tools')).map((tool) => field(tool, 'name'))).toEqual(['two__search']);
    writeFileSync(notes, '');
    const called = await finder.call('tool_call', { name: 'two__search' });
    expect(texts(called)[0]).toBe('from two');
    for (const name of ['one__search', 'tool_call', 'search'])
      await expect(finder.call('tool_call', { name })).rejects.toMatchObject({ code: -32_602 });
    expect(readFileSync(notes, 'utf8')).toBe('two call search\n');
  });
});
