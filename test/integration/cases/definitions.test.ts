import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

const script = fileURLToPath(new URL('../../fixtures/servers/trouble.mjs', import.meta.url));

let home: GatehouseHome;
beforeEach(() => {
  home = new GatehouseHome();
});
afterEach(() => home.close());

const add = (id: string, way: string) => home.add(id, ['node', script, `--as=${way}`]);
const toolsOf = async (id: string) =>
  new Map(list(await home.json(['tools', id])).map((tool) => [field(tool, 'name'), tool]));

describe('SCHEMA-01 one odd definition costs one tool at most', () => {
  test('SCHEMA-01 what is clear is used, what is not is set aside by name and reason, and the rest works', async () => {
    await add('odd', 'odd-definitions');
    const report = await home.json(['probe', 'odd']);
    expect(field(report, 'status')).toBe('ok');
    const aside = new Map(
      list(field(report, 'quarantined')).map((one) => [field(one, 'name'), field(one, 'reason')]),
    );
    expect([...aside.keys()].sort()).toEqual(['huge', 'int_type', 'no_schema', 'null_schema']);
    expect(String(aside.get('huge'))).toContain('256 KB');
    expect(list(field(report, 'misbehaviour')).join(' ')).toContain('more than once');
    const tools = await toolsOf('odd');
    for (const name of ['good', 'any_of', 'only_dialect', 'nullable_root', 'no_words']) {
      expect(field(tools.get(name), 'state'), name).toBe('accepted');
      const ran = await home.json(['call', 'odd', name, '--args', '{}']);
      expect(JSON.stringify(ran)).toContain(`ran ${name}`);
    }
    expect(field(tools.get('good'), 'description')).toBe('The good tool');
    const refused = await home.run(['call', 'odd', 'int_type', '--args', '{}']);
    expect(refused.code).toBe(4);
    const card = await home.run(['server', 'list']);
    expect(card.stdout).toMatch(/4 (set aside|quarantined)/);
  });
});

describe('RES-01 the message of a failed call reaches the caller', () => {
  test('RES-01 an error whose structure is not the promised one keeps its words and its structure', async () => {
    await add('git', 'errors-with-structure');
    const coded = await home.json(['call', 'git', 'fails_with_code'], 1);
    expect(coded).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'repository not found' }],
      structuredContent: { code: 404, message: 'repository not found' },
    });
    const bare = await home.json(['call', 'git', 'fails_bare'], 1);
    expect(field(bare, 'isError')).toBe(true);
    const unlike = await home.json(['call', 'git', 'unlike_schema']);
    expect(unlike).toMatchObject({ structuredContent: { lines: 3 } });
  });
});

describe('APPR-04 a server cannot talk its own risk down', () => {
  test('APPR-04 annotations raise a grade, never lower it; a contradiction is told', async () => {
    await add('db', 'flattering-annotations');
    await home.json(['probe', 'db']);
    const tools = await toolsOf('db');
    expect(field(tools.get('drop_table'), 'risk')).toBe('high');
    expect(field(tools.get('lookup'), 'risk')).toBe('medium');
    expect(field(tools.get('glance'), 'risk')).toBe('medium');
    expect(field(tools.get('peek'), 'risk')).not.toBe('low');
    expect(JSON.stringify(field(tools.get('peek'), 'reasons'))).toContain(
      'both read-only and destructive',
    );
    expect(JSON.stringify(field(tools.get('drop_table'), 'reasons'))).toMatch(
      /contradict|read-only/i,
    );
    await home.json(['settings', 'set', '{"approvals": {"expire_s": 5}}']);
    const asked = await home.run(['call', 'db', 'drop_table']);
    expect(asked.code).toBe(4);
  });
});
