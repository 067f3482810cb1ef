import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { field, GatehouseHome, list } from '../cli/gatehouse-home.ts';

const fixture = fileURLToPath(new URL('../../fixtures/servers/tools.mjs', import.meta.url));

test('the built program keeps a large result in a thread, by its hash', async () => {
  const home = new GatehouseHome();
  try {
    await home.add('fixture', ['node', fixture]);
    await home.json(['call', 'fixture', 'big', '--args', '{"bytes":3000000}']);
    const page = await home.json(['journal', 'list', '--kind', 'call_completed']);
    const { result_file, result_lost } = Object(field(list(page)[0], 'detail'));
    expect(result_lost).toBeUndefined();
    const folder = join(home.path, 'state', 'results');
    expect(readdirSync(folder)).toEqual([result_file]);
    expect(readFileSync(join(folder, result_file), 'utf8')).toContain('x'.repeat(3_000_000));
  } finally {
    await home.close();
  }
});
