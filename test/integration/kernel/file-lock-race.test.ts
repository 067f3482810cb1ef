import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../fakes/temp-folder.ts';
import { SCALE, scaled } from '../../scale.ts';
import { seeded } from '../../seeded.ts';

const WRITERS = SCALE < 1 ? 3 : 5;
const WRITES = scaled(200, 15);
/** How likely a writer is killed within a few milliseconds after an acknowledged write. */
const KILLED = SCALE < 1 ? 0.2 : 0.05;
const chance = seeded(20_261_130);
const SCRIPT = fileURLToPath(new URL('./lock-writer.ts', import.meta.url));

it(`${WRITERS} processes x ${WRITES} writes under random kills: every acknowledged write is there, no reader sees a broken file`, {
  timeout: 60_000 + 240_000 * SCALE,
}, async () => {
  const file = join(tempFolder(), 'shared.json');
  const acknowledged = new Set<string>();
  const errors: string[] = [];
  let kills = 0;
  let reads = 0;

  const killSoon = (child: ChildProcess) =>
    setTimeout(() => {
      if (child.exitCode === null && child.kill('SIGKILL')) kills += 1;
    }, chance() * 8);
  const write = async (writer: string): Promise<void> => {
    for (let next = 0; next < WRITES; ) {
      const args = [SCRIPT, file, writer, String(next), String(WRITES)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
      createInterface({ input: child.stdout }).on('line', (line) => {
        acknowledged.add(`${writer}-${line}`);
        next = Number(line) + 1;
        if (chance() < KILLED) killSoon(child);
      });
      if ((await new Promise((resolve) => child.on('close', resolve))) === 1) return;
    }
  };
  const reader = setInterval(() => {
    if (acknowledged.size === 0) return;
    try {
      JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      errors.push(`A reader failed: ${String(error)}`);
    }
    reads += 1;
  }, 5);
  onTestFinished(() => clearInterval(reader));

  await Promise.all(Array.from({ length: WRITERS }, (_each, index) => write(`w${index}`)));

  expect(errors).toEqual([]);
  expect(acknowledged.size).toBe(WRITERS * WRITES);
  const content = new Set(Object.keys(JSON.parse(readFileSync(file, 'utf8'))));
  expect([...acknowledged].filter((entry) => !content.has(entry))).toEqual([]);
  expect(reads).toBeGreaterThan(0);
  expect(kills).toBeGreaterThan(0);
  console.log(`${acknowledged.size} writes, ${kills} kills, ${reads} reads`);
  expect(readdirSync(join(file, '..')).filter((name) => name === 'shared.json')).toHaveLength(1);
});
