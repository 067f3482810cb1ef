import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { type HomePaths, homePaths } from '../../../src-main/kernel/home-paths.ts';
import type { Result } from '../../../src-main/kernel/result.ts';
import type { Surface } from '../../../src-main/kernel/surface.ts';
import type { Trust } from '../../../src-main/trust/trust.ts';
import { openTrust } from '../../../src-main/trust/trust-db.ts';

export const by: Surface = { kind: 'cli', pid: 1, terminal: 'pts/1' };

export interface Home {
  readonly paths: HomePaths;
  readonly trust: Trust;
  /** Closes trust.db and opens it again, with another key or none. */
  reopenTrust(key?: Uint8Array | null): Trust;
  write(text: string): void;
  read(): string;
  drop(): void;
}

/** A fresh home folder with a real trust.db. */
export function makeHome(): Home {
  const paths = homePaths(mkdtempSync(join(tmpdir(), 'gatehouse-registry-')));
  mkdirSync(paths.state, { recursive: true });
  const key = randomBytes(32);
  let trust = open(paths, key);
  return {
    paths,
    get trust() {
      return trust;
    },
    reopenTrust(other = key) {
      trust.close();
      trust = open(paths, other);
      return trust;
    },
    write: (text) => writeFileSync(paths.registry, text),
    read: () => readFileSync(paths.registry, 'utf8'),
    drop() {
      trust.close();
      rmSync(paths.home, { recursive: true, force: true });
    },
  };
}

const open = (paths: HomePaths, key: Uint8Array | null): Trust =>
  done(openTrust({ path: paths.trustDb, key, clock: systemClock }));

/** The value of a result that must be one. */
export function done<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

export function failed(result: Result<unknown>) {
  if (result.ok) throw new Error('This should have failed');
  return result.failure;
}

/** Waits until `look` is true, at most five seconds. */
export async function until(look: () => boolean): Promise<void> {
  for (const end = Date.now() + 5000; Date.now() < end; await pause(10)) {
    if (look()) return;
  }
  expect(look()).toBe(true);
}
