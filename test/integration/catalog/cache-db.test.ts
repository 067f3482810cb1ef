import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCacheDb, type ProbeRow, registryMtime } from '../../../src-main/catalog/cache-db.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { keptLog } from './bench.ts';

const row: ProbeRow = {
  server_id: 'a',
  config_mtime: 1_234.5,
  last_probe: '2026-01-01T00:00:00.000Z',
  probe_status: 'ok',
  reason: null,
  latency_ms: 12.5,
  protocol_version: '2025-11-25',
  tools_cache: '[]',
  since: '2026-01-01T00:00:00.000Z',
  launch_hash: 'abc',
};
const definition = { server_id: 'a', launch_hash: 'abc', discovered_at: 'now', definition: '{}' };

function openIn(folder: string) {
  const log = keptLog();
  const path = join(folder, 'state', 'cache.db');
  const cache = openCacheDb(path, log);
  onTestFinished(() => cache.close());
  return { cache, log, path };
}

test('what is saved is there after a restart, and can be forgotten', () => {
  const folder = tempFolder();
  const first = openIn(folder);
  first.cache.saveProbe(row);
  first.cache.saveCatalog(definition);
  first.cache.close();
  const { cache } = openIn(folder);
  expect(cache.probe('a')).toEqual(row);
  expect(cache.catalog('a')).toEqual(definition);
  expect(cache.probe('b')).toBeUndefined();
  cache.forget('a');
  expect(cache.probe('a')).toBeUndefined();
  expect(cache.catalog('a')).toBeUndefined();
});

test('the table has the columns that are promised', () => {
  const { cache, path } = openIn(tempFolder());
  cache.saveProbe(row);
  const db = new DatabaseSync(path, { readOnly: true });
  const columns = db.prepare("SELECT name FROM pragma_table_info('mcp_probe_cache')").all();
  db.close();
  expect(columns.map(({ name }) => name)).toEqual([
    'server_id',
    'config_mtime',
    'last_probe',
    'probe_status',
    'reason',
    'latency_ms',
    'protocol_version',
    'tools_cache',
    'launch_hash',
    'since',
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

describe('a cache that is not what it was is replaced by an empty one', () => {
  test('deleted while it is open', () => {
    const { cache, path } = openIn(tempFolder());
    cache.saveProbe(row);
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
    expect(cache.probe('a')).toBeUndefined();
    cache.saveProbe(row);
    expect(cache.probe('a')).toEqual(row);
    expect(readFileSync(path).subarray(0, 6).toString()).toBe('SQLite');
  });

  test('no database at all', () => {
    const folder = tempFolder();
    const first = openIn(folder);
    first.cache.saveProbe(row);
    first.cache.close();
    writeFileSync(first.path, 'this is a text, not a database. '.repeat(200));
    const { cache, log } = openIn(folder);
    expect(cache.probe('a')).toBeUndefined();
    expect(log.warnings).toEqual(['cache.db is replaced by an empty one']);
    cache.saveProbe(row);
    expect(cache.probe('a')).toEqual(row);
  });

  test('damaged in the middle', () => {
    const folder = tempFolder();
    const first = openIn(folder);
    for (let index = 0; index < 200; index += 1)
      first.cache.saveCatalog({
        ...definition,
        server_id: `s${index}`,
        definition: 'x'.repeat(5_000),
      });
    first.cache.close();
    const bytes = readFileSync(first.path);
    bytes.fill(0xff, 8_192, bytes.length - 4_096);
    writeFileSync(first.path, bytes);
    const { cache } = openIn(folder);
    for (let index = 0; index < 200; index += 1) cache.catalog(`s${index}`);
    cache.saveProbe(row);
    expect(cache.probe('a')).toEqual(row);
  });

  test('of another version, with other columns', () => {
    const folder = tempFolder();
    const first = openIn(folder);
    first.cache.saveProbe(row);
    first.cache.close();
    const db = new DatabaseSync(first.path);
    db.exec(
      'DROP TABLE mcp_probe_cache; CREATE TABLE mcp_probe_cache (x); PRAGMA user_version = 7',
    );
    db.close();
    const { cache } = openIn(folder);
    expect(cache.probe('a')).toBeUndefined();
    cache.saveProbe(row);
    expect(cache.probe('a')).toEqual(row);
  });

  test('a folder that cannot be made is a warning and no failure', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'state'), 'in the way');
    const { cache, log } = openIn(folder);
    cache.saveProbe(row);
    expect(cache.probe('a')).toBeUndefined();
    expect(log.warnings.length).toBeGreaterThan(0);
  });
});

test('the registry’s modification time is 0 when there is none', () => {
  const folder = tempFolder();
  expect(registryMtime(join(folder, 'none.json'))).toBe(0);
  writeFileSync(join(folder, 'some.json'), '{}');
  expect(registryMtime(join(folder, 'some.json'))).toBeGreaterThan(0);
});
