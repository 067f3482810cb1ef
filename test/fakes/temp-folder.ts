import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder (0700) that is removed when the running test ends. */
export function tempFolder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-test-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
