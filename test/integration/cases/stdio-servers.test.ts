import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually, field, GatehouseHome, list, type Running } from '../cli/gatehouse-home.ts';

const script = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));
const trouble = (way: string) => ['node', script('trouble'), `--as=${way}`];

let home: GatehouseHome;
beforeEach(() => {
  home = new GatehouseHome();
});
afterEach(() => home.close());

const names = async (id: string) =>
  list(await home.json(['tools', id])).map((tool) => field(tool, 'name'));
const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));
const call = (id: string, tool: string, args = {}) =>
  home.json(['call', id, tool, '--args', JSON.stringify(args)]);

/** A process that stays, so that its servers stay between commands. */
async function serve(): Promise<Running> {
  const serving = home.start(['serve', '--port', '0']);
  await serving.says('Stop it with');
  return serving;
}

/** The most memory the process ever held, in MiB (Linux). */
const peakMb = ({ child }: Running): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;

/** People edit this file; limits in time need nobody's yes. */
function setTimeouts(id: string, timeouts: Record<string, number>): void {
  const path = join(home.path, 'mcp_servers.json');
  const entries = JSON.parse(readFileSync(path, 'utf8'));
  entries[id].timeouts = timeouts;
  writeFileSync(path, JSON.stringify(entries, null, 2));
}

describe('TRANS-03 a server that floods stderr blocks nobody', () => {
  test('9 MB while listing, 100 MB during a call and one line of 5 MB: answered, with flat memory and a bounded log', async () => {
    await home.add('loud', trouble('floods-while-listing'));
    const serving = await serve();
    expect(await names('loud')).toEqual(['flood']);
    expect(textOf(await call('loud', 'flood', { bytes: 10 * 1024 * 1024 }))).toBe('still here');
    const before = peakMb(serving);
    expect(textOf(await call('loud', 'flood', { bytes: 100 * 1024 * 1024 }))).toBe('still here');
    expect(textOf(await call('loud', 'flood', { line: true }))).toBe('still here');
    expect(peakMb(serving) - before).toBeLessThan(60);
    // The answer and the last words come by two pipes, and either may be read first.
    const log = await eventually(async () => {
      const now = await home.json(['server', 'log', 'loud']);
      return list(field(now, 'lines')).at(-1) === 'last words' ? now : undefined;
    });
    expect(Number(field(log, 'dropped'))).toBeGreaterThan(100_000);
    expect(JSON.stringify(log).length).toBeLessThan(2 * 1024 * 1024);
  });

  test('TRANS-03 what a server says before it is ready is kept, also when it never gets ready', async () => {
    await home.add('early', ['node', script('misbehave'), '--as=exits-1']);
    const report = await home.json(['probe', 'early'], 5);
    expect(JSON.stringify(field(report, 'reason'))).toContain('API key missing');
  });
});

describe('TRANS-04 one message has a size limit', () => {
  test('TRANS-04 a line without an end fails that server with the reason, in bounded memory; 40 MB in one line pass', async () => {
    await home.add('shouter', trouble('endless'));
    await home.add('calm', ['node', script('tools')]);
    const serving = await serve();
    const large = await home.run(['call', 'shouter', 'large', '--json']);
    expect(large.code, large.stderr).toBe(0);
    expect(large.stdout.length).toBeGreaterThan(40 * 1024 * 1024);
    const before = peakMb(serving);
    const shout = await home.run(['call', 'shouter', 'shout']);
    expect(shout.code).toBe(5);
    expect(shout.stderr).toContain('65536 KiB');
    expect(peakMb(serving) - before).toBeLessThan(400);
    expect(JSON.parse(textOf(await call('calm', 'echo', { a: 1 })))).toEqual({ a: 1 });
  }, 60_000);
});

describe('TRANS-10 each supported revision is accepted, others are refused in words', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'TRANS-10 a server that answers with %s is used',
    async (version) => {
      await home.add('old', ['node', script('tools'), `--version=${version}`]);
      const report = await home.json(['probe', 'old']);
      expect(field(report, 'protocol_version')).toBe(version);
      expect(JSON.parse(textOf(await call('old', 'echo', { a: 1 })))).toEqual({ a: 1 });
    },
  );

  test.each(['1.0', '2099-01-01'])(
    'TRANS-10 %s is refused: both sides’ versions are named and the process ends',
    async (version) => {
      const notes = join(home.work, 'notes');
      const options = [`--version=${version}`, `--notes=${notes}`];
      await home.add('odd', ['node', script('tools'), ...options]);
      const report = await home.json(['probe', 'odd'], 5);
      const reason = String(field(field(report, 'reason'), 'message'));
      expect(reason).toContain(version);
      expect(reason).toContain('2025-11-25');
      const pid = Number(/start (\d+)/.exec(readFileSync(notes, 'utf8'))?.[1]);
      await eventually(() => (isRunning(pid) ? undefined : true));
    },
  );
});

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('TRANS-13 a list that never ends', () => {
  test.each(['same-cursor', 'cursor-cycle', 'fresh-cursors'])(
    'TRANS-13 %s: each tool once, and the server is marked as misbehaving',
    async (way) => {
      await home.add('pager', trouble(way));
      const report = await home.json(['probe', 'pager']);
      expect(list(field(report, 'tools'))).toHaveLength(8);
      expect(new Set(await names('pager')).size).toBe(8);
      expect(list(field(report, 'misbehaviour')).join(' ')).toMatch(/cursor|nothing new/);
    },
  );
});

describe('TRANS-15 a server without tools is healthy', () => {
  test('TRANS-15 one with resources only is not asked for tools', async () => {
    await home.add('papers', trouble('resources-only'));
    const serving = await serve();
    const report = await home.json(['probe', 'papers']);
    expect(field(report, 'status')).toBe('ok');
    expect(list(field(report, 'tools'))).toEqual([]);
    expect(field(report, 'resources')).toBe(1);
    await home.json(['server', 'connect', 'papers']);
    const log = await home.json(['server', 'log', 'papers']);
    expect(JSON.stringify(log)).not.toContain('asked for tools');
    expect(serving.child.exitCode).toBeNull();
  });

  test('TRANS-15 one that advertises tools and refuses to list them has none', async () => {
    await home.add('shy', trouble('tools-refused'));
    const report = await home.json(['probe', 'shy']);
    expect(field(report, 'status')).toBe('ok');
    expect(list(field(report, 'tools'))).toEqual([]);
  });
});

describe('TRANS-19 progress keeps a long call alive, up to a hard limit', () => {
  test('TRANS-19 a job of 3 s under an idle limit of 1 s answers, since progress is always asked for', async () => {
    await home.add('worker', trouble('slow-with-progress'));
    setTimeouts('worker', { start_s: 60, idle_s: 300, call_s: 1 });
    expect(textOf(await call('worker', 'long_job'))).toBe('after three seconds');
  });

  test('TRANS-19 progress for ever ends at the hard limit, as a call that may have run', async () => {
    await home.add('worker', trouble('slow-with-progress'));
    setTimeouts('worker', { start_s: 60, idle_s: 300, call_s: 1 });
    const started = performance.now();
    const ended = await home.run(['call', 'worker', 'job_without_end']);
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain('may have run');
    expect(performance.now() - started).toBeGreaterThan(9_000);
  }, 30_000);
});
