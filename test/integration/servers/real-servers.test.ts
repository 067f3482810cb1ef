import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  call,
  fixture,
  installed,
  isRunning,
  must,
  openBench,
  stdio,
  toolNames,
} from './harness.ts';

test('the filesystem server starts, lists and answers, and is gone after disconnect', async () => {
  const bench = await openBench();
  const shared = join(bench.folder, 'shared');
  mkdirSync(shared);
  writeFileSync(join(shared, 'a.txt'), 'hello from a file');
  await bench.addConfirmed(
    'fs',
    stdio(installed('@modelcontextprotocol/server-filesystem/dist/index.js', shared)),
  );
  const link = must(await bench.supervisor.connect('fs'));
  expect(bench.supervisor.state('fs')).toMatchObject({ state: 'ready', pid: link.pid });
  expect(link.protocol_version).toBe('2025-11-25');
  expect(await toolNames(link)).toContain('write_file');
  const outcome = await call(link, 'read_text_file', { path: join(shared, 'a.txt') });
  expect(outcome).toMatchObject({
    outcome: 'answered',
    result: { content: [{ type: 'text', text: 'hello from a file' }] },
  });
  await bench.supervisor.disconnect('fs');
  expect(bench.supervisor.state('fs')).toEqual({ state: 'stopped' });
  expect(isRunning(link.pid ?? 0)).toBe(false);
  expect(await call(link, 'list_allowed_directories')).toMatchObject({ outcome: 'not_sent' });
});

test.each([
  ['memory', installed('@modelcontextprotocol/server-memory/dist/index.js'), 'read_graph', '2025'],
  [
    'everything',
    installed('@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
    'echo',
    '2025',
  ],
  ['older', fixture('v1-stdio.mjs'), 'add', '2025-11-25'],
  ['modern', fixture('modern-stdio.mjs'), 'add', '2026-07-28'],
])('%s connects in its own era with one process', async (id, argv, tool, version) => {
  const bench = await openBench();
  await bench.addConfirmed(id, stdio(argv));
  const link = must(await bench.supervisor.connect(id));
  expect(link.protocol_version.startsWith(version)).toBe(true);
  expect(await toolNames(link)).toContain(tool);
  expect(bench.journalOf('launch')).toHaveLength(1);
  if (tool === 'add') {
    const outcome = await call(link, 'add', { a: 2, b: 3 });
    expect(outcome).toMatchObject({ result: { content: [{ type: 'text', text: '5' }] } });
  }
});
