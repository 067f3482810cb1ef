import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PeersHome } from '../integration/peers/peers-home.ts';
import { startRelay } from './relay.ts';
import { problemsOf, type Revision, requirementsOf, runSuite } from './suite.ts';

const FIXTURE = `${import.meta.dirname}/fixture-server.mjs`;
const UPSTREAMS = ['modern', 'legacy'] as const;

/** All of what no revision requires but this fixture has. */
const unscored = (revision: Revision) =>
  requirementsOf(revision).not_scored.map(({ scenario }) => scenario);

describe('the official conformance suite on the gateway, with one server behind it', () => {
  const home = new PeersHome();
  const relays = new Map<string, Awaited<ReturnType<typeof startRelay>>>();

  beforeAll(async () => {
    home.writeRegistry(
      Object.fromEntries(
        UPSTREAMS.map((era) => [
          era,
          {
            transport: 'stdio',
            command_argv: ['node', FIXTURE, `--${era}`],
            capabilities: ['tools', 'resources', 'prompts', 'sampling', 'elicitation', 'roots'],
          },
        ]),
      ),
    );
    for (const era of UPSTREAMS)
      home.writeAgent(
        era,
        `prefix: none\nsampling: true\nmcp:\n  online_tool: { ${era}: ["*"] }\n`,
      );
    await home.serve();
    await home.ready(UPSTREAMS, UPSTREAMS);
    for (const era of UPSTREAMS)
      relays.set(era, await startRelay(home.port, await home.tokenOf(era)));
  });
  afterAll(async () => {
    for (const relay of relays.values()) await relay.close();
    await home.close();
  });

  test.each([
    ['2025-11-25', 'modern'],
    ['2025-11-25', 'legacy'],
    ['2026-07-28', 'modern'],
  ] as const)('all that %s requires passes before a %s server', async (revision, upstream) => {
    const report = await runSuite('server', revision, ['--url', relays.get(upstream)?.url ?? '']);
    const { server } = requirementsOf(revision);
    const problems = problemsOf(report);
    for (const extra of unscored(revision)) delete problems[extra];
    expect(problems, report.output.slice(-4000)).toEqual({});
    // A scenario that checked nothing has shown nothing.
    const silent = server.filter((name) => (report.scenarios.get(name)?.successes ?? 0) === 0);
    expect(silent).toEqual([]);
    for (const name of ['http-header-validation', 'dns-rebinding-protection'])
      expect(report.scenarios.get(name)?.failures ?? []).toEqual([]);
    expect(report.code).toBe(0);
  });
});
