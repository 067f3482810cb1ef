import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { NODE, peerFile } from '../integration/peers/peers-home.ts';

export type Side = 'server' | 'client';
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

const PACKAGE = '@modelcontextprotocol/conformance';
const HERE = fileURLToPath(new URL('.', import.meta.url));

const Requirements = z.object({
  server: z.array(z.string()),
  client: z.array(z.string()),
  not_scored: z.array(z.object({ scenario: z.string() })),
});
const Expected = z.strictObject({
  server: z.array(z.string()).default([]),
  client: z.array(z.string()).default([]),
});
const Checks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
  }),
);

const yaml = (file: string): unknown => parse(readFileSync(file, 'utf8'));

/** What a revision requires, frozen by the suite's authors, and what runs beside it without counting. */
export const requirementsOf = (revision: Revision) =>
  Requirements.parse(yaml(peerFile(PACKAGE, 'requirements', `${revision}.yaml`)));

const EXPECTED_FAILURES = join(HERE, 'expected-failures.yml');
export const expectedFailures = () => Expected.parse(yaml(EXPECTED_FAILURES));

export interface Scenario {
  /** `<check>: <why>` of each that failed; a warning is a SHOULD that is not met. */
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
  /** How many checks held. */
  readonly successes: number;
}

export interface Report {
  readonly code: number | null;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  /** What the suite printed. */
  readonly output: string;
}

/** Each scenario in which something did not hold, and what. */
export const problemsOf = ({ scenarios }: Report): Record<string, readonly string[]> =>
  Object.fromEntries(
    [...scenarios]
      .map(([name, { failures, warnings }]) => [name, [...failures, ...warnings]] as const)
      .filter(([, problems]) => problems.length > 0),
  );

/** Runs everything a revision requires of one side; `args` say where that side is. */
export async function runSuite(
  side: Side,
  revision: Revision,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'));
  try {
    const line = [side, ...args, '--requirements', revision, '-o', folder];
    line.push('--expected-failures', EXPECTED_FAILURES);
    const child = spawn(NODE, [peerFile(PACKAGE, 'dist/index.js'), ...line], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return { code, scenarios: readScenarios(folder, side), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The suite leaves a folder `<scenario>-<instant>` with checks.json for each; a server's is prefixed. */
function readScenarios(folder: string, side: Side): Map<string, Scenario> {
  const scenarios = new Map<string, Scenario>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const name = /^(.+)-\d{4}-\d\d-\d\dT[\dZ-]+\/checks\.json$/.exec(path)?.[1];
    if (name === undefined) continue;
    const checks = Checks.parse(JSON.parse(readFileSync(join(folder, path), 'utf8')));
    const of = (status: string) =>
      checks
        .filter((check) => check.status === status)
        .map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ''}`);
    scenarios.set(side === 'server' ? name.replace(/^server-/, '') : name, {
      failures: of('FAILURE'),
      warnings: of('WARNING'),
      successes: of('SUCCESS').length,
    });
  }
  return scenarios;
}
