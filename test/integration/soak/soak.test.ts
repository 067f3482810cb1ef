import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SCALE, scaled } from '../../scale.ts';
import { ModernClient, SessionClient } from './clients.ts';
import { type Lane, Lanes } from './lanes.ts';
import { Ledger } from './ledger.ts';
import { LineClient } from './line-client.ts';
import { SERVERS } from './plan.ts';
import { markedProcesses, processFacts } from './process-facts.ts';
import { heapSlope, percentile, reportText, type Sample } from './report.ts';
import { count, ownerAtRest, straysOf } from './rest.ts';
import { SoakHome } from './soak-home.ts';

const CALLS = scaled(200_000, 2_000);
const WARM_UP = Math.max(400, CALLS / 10);
const SAMPLES = SCALE < 0.1 ? 4 : 40;
const SEED = Number(process.env['GATEHOUSE_SOAK_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let home: SoakHome | null = null;
afterEach(() => home?.close());

/** Three kinds of clients, thirty callers. A session or a stream lasts some 100 calls. */
async function openLanes(soak: SoakHome): Promise<{ lanes: Lane[]; line: LineClient }> {
  const door = async (label: string) => ({ port: soak.port, token: await soak.tokenOf(label) });
  const [sessions, modern, line] = await Promise.all([
    door('sessions'),
    door('modern'),
    door('line').then(({ token }) => new LineClient(soak.connectCommand(token))),
  ]);
  const twelve = Array.from({ length: 12 });
  return {
    line,
    lanes: [
      ...twelve.map(() => ({ client: new SessionClient(sessions), renews: 0.01 })),
      ...twelve.map(() => ({ client: new ModernClient(modern), renews: 0.01 })),
      // A new `gatehouse connect` is a new process.
      ...[0.002, 0, 0, 0, 0, 0].map((renews) => ({ client: line, renews })),
    ],
  };
}

/** Between two batches, with every server running that can. */
async function sampleOf(soak: SoakHome, calls: number): Promise<Sample> {
  await Promise.all(
    SERVERS.map(({ id }) => soak.admin('POST', `/mcp/${id}/connect`).catch(() => undefined)),
  );
  const states = [...(await soak.states()).values()];
  const ready = states.filter(({ state }) => state === 'ready').length;
  const held = await soak.inspector.held();
  return { ...held, ...processFacts(soak.pid), calls, ready };
}

// What a process holds is read from /proc.
test.runIf(process.platform === 'linux')(
  'nothing leaks and no call is lost while servers crash, hang and come back',
  {
    timeout: 600_000 + 7_200_000 * SCALE,
  },
  async () => {
    console.log(`GATEHOUSE_SOAK_SEED=${SEED}`);
    const soak = new SoakHome();
    home = soak;
    await soak.begin();
    const { lanes, line } = await openLanes(soak);
    const ledger = new Ledger();
    const driver = new Lanes(lanes, SEED, (planned, seen) => ledger.note(planned, seen));
    const leave = () => Promise.all(lanes.map(({ client }) => client.close()));

    await driver.run(WARM_UP);
    await leave();
    const before = await ownerAtRest(soak);

    const samples: Sample[] = [];
    let seconds = 0;
    for (let round = 0; round < SAMPLES; round += 1) {
      const began = performance.now();
      await driver.run(Math.round(CALLS / SAMPLES));
      seconds += (performance.now() - began) / 1000;
      samples.push(await sampleOf(soak, ledger.size));
      expect(await straysOf(soak)).toEqual([]);
    }
    await leave();
    const after = await ownerAtRest(soak);

    // The debugging door would keep the process.
    soak.inspector.close();
    soak.serving?.child.kill('SIGTERM');
    const ended = await soak.serving?.ended;
    expect(ended?.code).toBe(0);
    expect(markedProcesses(soak.mark)).toEqual([]);
    expect(ended?.stderr).not.toContain('Warning');

    const { problems, outcomes, entries, launches } = ledger.problems(
      join(soak.path, 'state/journal.db'),
      soak.runs,
    );
    const unavailable = ledger.durations('unavailable');
    const report = reportText({
      ...{ seed: SEED, calls: CALLS, seconds, told: ledger.counts(), outcomes, entries, launches },
      ...{ samples, before, after, unavailable, sentences: ledger.sentences() },
      slowest: ledger.slowest('unavailable'),
    });
    console.log(report);
    const file = process.env['GATEHOUSE_SOAK_REPORT'];
    if (file !== undefined) writeFileSync(file, `${report}\n`);

    expect(problems).toEqual([]);
    expect(line.surplus).toBe(0);
    expect(await soak.json(['journal', 'verify'])).toMatchObject({ intact: true });
    // A busy machine makes everybody wait, but nobody longer for a server that is down.
    const usual = percentile(ledger.durations('answered'), 0.5);
    expect(percentile(unavailable, 0.5)).toBeLessThan(Math.max(1_000, 3 * usual));

    expect(after.zombies).toBe(0);
    expect(count(after.fds)).toBeLessThanOrEqual(count(before.fds));
    expect(count(after.resources)).toBeLessThanOrEqual(count(before.resources));
    expect(after.threads).toBeLessThanOrEqual(before.threads + 1);
    // A handful comes and goes with what is written to the log, or read from the keychain.
    expect(after.listeners).toBeLessThanOrEqual(before.listeners + 10);
    expect(after.targets).toBeLessThanOrEqual(before.targets + 10);
    expect(after.emitters).toBeLessThanOrEqual(before.emitters + 10);
    // Of a whole run less than six bytes a call; a short one is over before everything has its size.
    expect(after.heap - before.heap).toBeLessThan((SCALE === 1 ? 1 : 8) * 2 ** 20);
    // Half of the smallest thing that could be kept of each call (docs/SOAK.md).
    if (SCALE === 1) expect(heapSlope(samples)).toBeLessThan(20_480);
  },
);
