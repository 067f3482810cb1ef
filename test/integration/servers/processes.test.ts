import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { reapLeftovers } from '../../../src-main/servers/children-file.ts';
import { call, fixture, isRunning, must, openBench, stdio, until } from './harness.ts';

const pidsOf = (notes: readonly string[]): number[] =>
  notes.flatMap((line) => line.split(' ').map(Number));

test.each([
  ['a server that ignores everything', []],
  ['a wrapper that ends while its grandchild does not', ['--wrapper']],
  ['a grandchild that left the process group', ['--setsid']],
  ['a wrapper whose grandchild left the group', ['--setsid', '--wrapper']],
])('the whole tree of %s is gone within 5 s of a disconnect', async (_what, args) => {
  const bench = await openBench();
  await bench.addConfirmed('s', stdio(fixture('stubborn.mjs', `--notes=${bench.notes}`, ...args)));
  must(await bench.supervisor.connect('s'));
  const pids = pidsOf(bench.readNotes());
  expect(pids).toHaveLength(2);
  expect(pids.every(isRunning)).toBe(true);
  const began = performance.now();
  await bench.supervisor.disconnect('s');
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(pids.filter(isRunning)).toEqual([]);
  expect(JSON.parse(readFileSync(bench.paths.children, 'utf8'))).toEqual([]);
});

test('disabling, editing, removing and closing each end the tree', async () => {
  const bench = await openBench();
  const argv = fixture('stubborn.mjs', `--notes=${bench.notes}`, '--wrapper');
  const person = { kind: 'cli', pid: 1, terminal: null } as const;
  const started = async (id: string): Promise<number[]> => {
    const before = bench.readNotes().length;
    must(await bench.supervisor.connect(id));
    return pidsOf(bench.readNotes().slice(before));
  };
  for (const id of ['a', 'b', 'c', 'd']) await bench.addConfirmed(id, stdio(argv));
  const a = await started('a');
  const b = await started('b');
  const c = await started('c');
  const d = await started('d');
  must(await bench.registry.edit('a', { enabled: false }, person));
  await until(() => !a.some(isRunning), 6_000);
  must(await bench.registry.edit('b', { env: { CHANGED: '1' } }, person));
  await until(() => !b.some(isRunning), 6_000);
  must(await bench.registry.remove('c', person));
  await until(() => !c.some(isRunning), 6_000);
  expect(d.every(isRunning)).toBe(true);
  await bench.supervisor.close();
  expect(d.some(isRunning)).toBe(false);
  expect(await bench.supervisor.connect('d')).toMatchObject({ ok: false });
});

test('five stubborn servers are closed together within 5 s', async () => {
  const bench = await openBench();
  const argv = fixture('stubborn.mjs', `--notes=${bench.notes}`);
  for (const id of ['a', 'b', 'c', 'd', 'e']) {
    await bench.addConfirmed(id, stdio(argv));
    must(await bench.supervisor.connect(id));
  }
  const pids = pidsOf(bench.readNotes());
  expect(pids).toHaveLength(10);
  const began = performance.now();
  await bench.supervisor.close();
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(pids.filter(isRunning)).toEqual([]);
});

test('after kill -9 of the owner the next start ends exactly what it left', async () => {
  const bench = await openBench();
  const owner = fork(fileURLToPath(new URL('owner.ts', import.meta.url)), [bench.folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const bystander = spawn(fixture('stubborn.mjs')[0] ?? '', ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => {
    owner.kill('SIGKILL');
    bystander.kill('SIGKILL');
  });
  await once(owner, 'message');
  const pids = pidsOf(bench.readNotes());
  expect(pids).toHaveLength(6);
  expect(await reapLeftovers(bench.paths)).toEqual([]);
  expect(pids.every(isRunning)).toBe(true);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  // The wrapper among them ends by itself at its stdin's end; its grandchild and the others stay.
  await until(() => pids.filter(isRunning).length === 5);
  const reaped = await reapLeftovers(bench.paths);
  expect([...reaped].sort()).toEqual(['group', 'moved', 'wrapped']);
  await until(() => pids.filter(isRunning).length === 0);
  expect(bystander.pid !== undefined && isRunning(bystander.pid)).toBe(true);
  expect(await reapLeftovers(bench.paths)).toEqual([]);
});

test('a server that closes its stdout and lives on is stopped, and its calls wait no longer', async () => {
  const bench = await openBench();
  const argv = fixture('soak.mjs', `--runs=${bench.folder}/runs`);
  await bench.addConfirmed('s', stdio(argv));
  const link = must(await bench.supervisor.connect('s'));
  const before = await call(link, 'work', { n: 1, way: 'echo' });
  expect(before).toMatchObject({ outcome: 'answered' });
  const began = performance.now();
  const deaf = await call(link, 'work', { n: 2, way: 'closes_stdout' });
  expect(deaf).toMatchObject({ outcome: 'unknown', failure: { code: 'exited' } });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(bench.supervisor.state('s')).toMatchObject({ state: 'failed' });
  await until(() => !isRunning(link.pid ?? 0), 6_000);
});
