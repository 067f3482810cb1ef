import { expect, test } from 'vitest';
import { NODE } from '../integration/peers/peers-home.ts';
import { expectedFailures, problemsOf, REVISIONS, requirementsOf, runSuite } from './suite.ts';

const DRIVER = `${import.meta.dirname}/client-driver.ts`;
/** For a shell; all scenarios start at once, so those that cannot pass yet should cost nothing. */
const COMMAND =
  'case "$MCP_CONFORMANCE_SCENARIO" in auth/*) exit 1;; esac; exec "$NODE_24" "$DRIVER"';

test.each(REVISIONS)(
  'all that %s requires of a client but sign-in passes with our connections as the client',
  async (revision) => {
    const report = await runSuite(
      'client',
      revision,
      ['--timeout', '90000', '--command', COMMAND],
      {
        NODE_24: NODE,
        DRIVER,
      },
    );
    const required = requirementsOf(revision).client.filter((name) => !name.startsWith('auth/'));
    const problems = problemsOf(report);
    for (const name of expectedFailures().client) delete problems[name];
    expect(problems, report.output.slice(-4000)).toEqual({});
    const silent = required.filter((name) => (report.scenarios.get(name)?.successes ?? 0) === 0);
    expect(silent).toEqual([]);
    expect(report.code).toBe(0);
  },
  120_000,
);
