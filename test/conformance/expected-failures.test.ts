import { expect, test } from 'vitest';
import { expectedFailures, REVISIONS, requirementsOf } from './suite.ts';

test('only what no revision requires, and sign-in, may fail in the conformance suite', () => {
  const { server, client } = expectedFailures();
  const known = REVISIONS.map(requirementsOf);
  const unscored = new Set(known.flatMap((one) => one.not_scored.map(({ scenario }) => scenario)));
  expect(server.filter((name) => !unscored.has(name))).toEqual([]);
  expect(client.filter((name) => !unscored.has(name) && !name.startsWith('auth/'))).toEqual([]);
  for (const never of ['dns-rebinding-protection', 'http-header-validation'])
    expect([...server, ...client].filter((name) => name.startsWith(never))).toEqual([]);
  expect(new Set([...server, ...client]).size).toBe(server.length + client.length);
});
