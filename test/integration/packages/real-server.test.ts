import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { GatehouseHome } from '../cli/gatehouse-home.ts';

const SPEC = '@modelcontextprotocol/server-everything@2026.8.31';
const ROUNDS = 3;

interface Seen {
  readonly parent: number;
  readonly kib: number;
}

function seen(pid: string): Seen | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
    return { parent: number('PPid'), kib: number('VmRSS') || 0 };
  } catch {
    return null;
  }
}

/** Processes below one, and what they hold of memory. */
function below(root: number): { readonly processes: number; readonly kib: number } {
  const all = new Map<number, Seen>();
  for (const name of readdirSync('/proc')) {
    const entry = /^\d+$/.test(name) ? seen(name) : null;
    if (entry !== null) all.set(Number(name), entry);
  }
  const isBelow = (pid: number): boolean => {
    const parent = all.get(pid)?.parent ?? 0;
    return parent === root || (parent > 1 && isBelow(parent));
  };
  const found = [...all].filter(([pid]) => isBelow(pid));
  return { processes: found.length, kib: found.reduce((sum, [, { kib }]) => sum + kib, 0) };
}

test('a real server takes one process instead of several, less memory and less time than by npx', async () => {
  const home = new GatehouseHome();
  onTestFinished(() => home.close());
  await home.add('direct', ['npx', '-y', SPEC, 'stdio'], ['--start-s', '300']);
  // A variable that npm reads: it runs as written.
  const steered = ['--env', 'npm_config_loglevel=silent', '--start-s', '300'];
  await home.add('written', ['npx', '-y', SPEC, 'stdio'], steered);
  const serve = home.start(['serve', '--port', '0']);
  await serve.says('Stop it with');
  const root = serve.child.pid ?? 0;
  const start = async (id: string) => {
    const began = performance.now();
    await home.json(['server', 'connect', id]);
    const took = performance.now() - began;
    const tree = below(root);
    await home.json(['server', 'disconnect', id]);
    return { took, ...tree };
  };
  // Both are fetched first: what is compared is every later start.
  for (const id of ['direct', 'written']) await start(id);
  const rounds: Record<'direct' | 'written', Awaited<ReturnType<typeof start>>[]> = {
    ...{ direct: [], written: [] },
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const id of ['direct', 'written'] as const) rounds[id].push(await start(id));
  const median = (id: 'direct' | 'written', field: 'took' | 'processes' | 'kib') =>
    rounds[id].map((each) => each[field]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const ratio = (field: 'took' | 'processes' | 'kib') =>
    (median('direct', field) / median('written', field)).toFixed(2);
  console.log(
    `direct / npx: processes ${median('direct', 'processes')} / ${median('written', 'processes')}, ` +
      `memory ${ratio('kib')} (${Math.round(median('direct', 'kib') / 1024)} / ${Math.round(median('written', 'kib') / 1024)} MiB), ` +
      `start with the command line's own ${ratio('took')} (${Math.round(median('direct', 'took'))} / ${Math.round(median('written', 'took'))} ms)`,
  );
  expect(median('direct', 'processes')).toBe(1);
  expect(median('written', 'processes')).toBeGreaterThan(1);
  expect(median('direct', 'kib')).toBeLessThan(median('written', 'kib'));
}, 400_000);
