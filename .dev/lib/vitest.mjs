import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, tool } from './places.mjs';
import { run } from './run.mjs';

/**
 * Runs one vitest project and answers `{code, passed, failed, skipped}`. A file that could not be
 * loaded, or a run without a report, counts as one failure: no test of it was seen to pass.
 */
export async function runVitest(project, { files, env, limitS, keyring }) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'));
  const report = join(folder, 'report.json');
  const [node, cli] = tool('vitest', 'vitest.mjs');
  const command = [
    node,
    cli,
    'run',
    '--config',
    '.dev/vitest.config.ts',
    '--project',
    project,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  const [first, ...rest] = keyring ? [at('.dev', 'secret-service.sh'), ...command] : command;
  const code = await run(first, rest, { env, limitS });
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  rmSync(folder, { recursive: true, force: true });
  const none = { passed: 0, failed: 0, skipped: 0 };
  if (counts === undefined) return { code, ...none, failed: code === 0 ? 0 : 1 };
  if (code !== 0 && counts.failed === 0) return { code, ...counts, failed: 1 };
  return { code, ...counts };
}

/** Sums up vitest's JSON report. */
export function count({ testResults = [] }) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of testResults) {
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    const saidFailed = file.assertionResults.some(({ status }) => status === 'failed');
    if (file.status === 'failed' && !saidFailed) counts.failed += 1;
  }
  return counts;
}

export function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
