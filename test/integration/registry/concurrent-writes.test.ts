import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseRegistry } from '../../../src-main/registry/parse-registry.ts';
import { SCALE, scaled } from '../../scale.ts';
import { type Home, makeHome } from './home.ts';

const WRITER = fileURLToPath(new URL('./registry-writer.ts', import.meta.url));
const WRITES = scaled(200, 10);
const KILLS = scaled(100, 6);
const LIMIT_MS = 60_000 + 600_000 * SCALE;
const COMMENT = '// written by a person';

let home: Home;
const running = new Set<ChildProcess>();

beforeEach(() => {
  home = makeHome();
  home.write(`{\n  ${COMMENT}\n}\n`);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  home.drop();
});

interface Writer {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

/** A process that adds servers; each acknowledged id goes into `acknowledged`. */
function startWriter(letter: string, from: number, acknowledged: string[]): Writer {
  const args = [WRITER, home.paths.home, letter, String(from), String(WRITES)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    acknowledged.push(...lines);
  });
  const ended = new Promise<void>((resolve) => {
    child.on('close', () => {
      running.delete(child);
      resolve();
    });
  });
  return { child, ended };
}

/** Reads all the time, as another program would, and fails at the first text that is not whole. */
function startReader(): { stop(): Promise<number> } {
  let going = true;
  let reads = 0;
  const loop = (async () => {
    while (going) {
      const parsed = parseRegistry(home.read());
      expect(parsed).toMatchObject({ problem: null, invalid: [] });
      reads += 1;
      await pause(1);
    }
    return reads;
  })();
  return {
    stop() {
      going = false;
      return loop;
    },
  };
}

function serversInFile(): string[] {
  const parsed = parseRegistry(home.read());
  return parsed.problem ? [] : [...parsed.entries.keys()];
}

test(
  'five processes write at once: every change is there and no reader sees a broken file',
  async () => {
    const acknowledged: string[] = [];
    const reader = startReader();
    const writers = [...'abcde'].map((letter) => startWriter(letter, 0, acknowledged));
    await Promise.all(writers.map((writer) => writer.ended));
    expect(await reader.stop()).toBeGreaterThan(0);
    const wanted = [...'abcde'].flatMap((letter) =>
      Array.from({ length: WRITES }, (_, index) => `${letter}${index}`),
    );
    expect(acknowledged.toSorted()).toEqual(wanted.toSorted());
    expect(serversInFile().toSorted()).toEqual(wanted.toSorted());
    expect(home.read()).toContain(COMMENT);
    expect(readdirSync(home.paths.backups)).toHaveLength(20);
  },
  LIMIT_MS,
);

test(
  'writers killed at any moment lose nothing that was acknowledged and block nobody',
  async () => {
    const acknowledged: string[] = [];
    const reader = startReader();
    let kills = 0;
    let turn = 7;
    // A fixed sequence, so that a failure can be repeated.
    const random = () => {
      turn = (turn * 16_807) % 2_147_483_647;
      return turn / 2_147_483_647;
    };
    const work = [...'abc'].map(async (letter) => {
      for (;;) {
        const from = acknowledged.filter((id) => id.startsWith(letter)).length;
        const writer = startWriter(letter, from, acknowledged);
        const first = acknowledged.length;
        while (writer.child.exitCode === null && acknowledged.length === first) await pause(2);
        if (kills < KILLS && writer.child.exitCode === null) {
          kills += 1;
          await pause(random() * 60);
          writer.child.kill('SIGKILL');
        }
        await writer.ended;
        if (acknowledged.filter((id) => id.startsWith(letter)).length === WRITES) return;
      }
    });
    await Promise.all(work);
    await reader.stop();
    // On a busy machine a writer may be done before its turn to be killed comes.
    expect(kills).toBeGreaterThan(0);
    expect(acknowledged.filter((line) => line.startsWith('failed'))).toEqual([]);
    expect(serversInFile()).toEqual(expect.arrayContaining(acknowledged));
    expect(serversInFile()).toHaveLength(3 * WRITES);
    expect(readFileSync(home.paths.registry, 'utf8')).toContain(COMMENT);
  },
  LIMIT_MS,
);
