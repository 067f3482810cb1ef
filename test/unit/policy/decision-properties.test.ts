import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DecisionInput, decide } from '../../../src-main/policy/decide.ts';
import { matchRules } from '../../../src-main/policy/policy-rules.ts';
import type { Rule } from '../../../src-main/policy/policy-schema.ts';
import { Registration } from '../../../src-main/registry/registration.ts';

const AGENTS = ['reader', 'writer'];
const SERVERS = ['notes', 'mail'];
const TOOLS = ['get_note', 'drop_note', 'Drop_note'];
const RISKS = ['low', 'medium', 'high'] as const;

const globs = (names: readonly string[]) =>
  fc.uniqueArray(fc.constantFrom(...names, '*', '*_note', 'n*', ''), {
    minLength: 1,
    maxLength: 3,
  });

const rule = (effects: readonly Rule['effect'][] = ['allow', 'ask', 'deny']) =>
  fc.record(
    {
      id: fc.stringMatching(/^[a-z]{8}$/),
      effect: fc.constantFrom(...effects),
      agents: globs(AGENTS),
      servers: globs(SERVERS),
      tools: globs(TOOLS),
      risk: fc.uniqueArray(fc.constantFrom(...RISKS), { minLength: 1 }),
    },
    { requiredKeys: ['id', 'effect'] },
  );
const rules = fc.array(rule(), { maxLength: 8 });
const level = fc.constantFrom('allow', 'ask', 'deny');

/** Everything that a decision hangs on but the rules; mostly a call that step 1 lets pass. */
const situation = fc.record({
  agent: fc.constantFrom(...AGENTS),
  server: fc.constantFrom(...SERVERS),
  tool: fc.constantFrom(...TOOLS),
  risk: fc.constantFrom(...RISKS),
  approval: fc.record({ low: level, medium: level, high: level }),
  grant: fc.constantFrom(null, 'session', 'always'),
  limits: fc.constantFrom('inside', 'inside', 'outside', 'undecidable'),
  paused: fc.constantFrom(false, false, false, true),
  listed: fc.constantFrom(true, true, true, false),
  enabled: fc.constantFrom(true, true, true, false),
  capable: fc.constantFrom(true, true, true, false),
  broken: fc.constantFrom(false, false, false, true),
  state: fc.constantFrom('accepted', 'accepted', 'accepted', 'new', 'changed', 'quarantined'),
  trust: fc.constantFrom('confirmed', 'confirmed', 'pending', 'unconfirmed', 'changed'),
});
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

function evaluate(now: Situation, written: readonly Rule[]) {
  const registration = Registration.parse({
    ...{ transport: 'stdio', command_argv: ['node'], enabled: now.enabled },
    capabilities: now.capable ? ['tools'] : [],
  });
  const call = { agent: now.agent, server_id: now.server, tool: now.tool, risk: now.risk };
  const problem = now.broken ? { code: 'invalid_entry' as const, message: 'Broken.' } : null;
  const input: DecisionInput = {
    agent: {
      ...{ name: now.agent, description: '', built_in: false, servers: {}, roots: [], hosts: [] },
      ...{ approval: now.approval, result_inline_chars: 1, prefix: 'server', local_tools: [] },
      ...{ sampling: false, problem },
    },
    paused: now.paused,
    server: {
      ...{ id: now.server, registration, written: registration, launch_hash: '', changes: [] },
      ...{ trust: now.trust, confirmed_executable: null },
      ...{ confirmed_effective: null, package_pin: null },
    },
    tool: {
      ...{ server_id: now.server, name: now.tool, title: null, description: '', inputSchema: {} },
      ...{ outputSchema: null, annotations: {}, risk: now.risk, reasons: [], pin: 'p' },
      ...{ classifier_version: 1, state: now.state, changes: [], quarantine_reason: null },
      definition: {},
    },
    listed: now.listed,
    rules: matchRules({ version: 1, rules: [...written] }, call),
    limits:
      now.limits === 'inside' ? { verdict: 'inside' } : { verdict: now.limits, reason: 'A place.' },
    grant: now.grant,
  };
  return decide(input);
}

const CASES = { numRuns: 2_000 };
const STRICTNESS = { allow: 0, ask: 1, deny: 2 };
const strictness = (now: Situation, written: readonly Rule[]) =>
  STRICTNESS[evaluate(now, written).effect];

test('every call gets one decision, with its reason, and a no says why', () => {
  fc.assert(
    fc.property(situation, rules, (now, written) => {
      const decision = evaluate(now, written);
      expect(['allow', 'ask', 'deny']).toContain(decision.effect);
      expect(decision.because).not.toBe('');
      if (decision.effect === 'deny') expect(decision.failure.message).not.toBe('');
    }),
    CASES,
  );
});

test('a deny is never outvoted, whatever else is written, granted or set', () => {
  fc.assert(
    fc.property(situation, rules, rules, (now, before, after) => {
      // Each of these alone denies; nothing beside it may change that.
      const alone = [
        now.paused,
        !now.enabled,
        !now.capable,
        !now.listed,
        now.broken,
        now.state !== 'accepted',
        now.trust === 'unconfirmed' || now.trust === 'changed',
        now.limits === 'outside',
        now.approval[now.risk] === 'deny',
        before.some((one) => one.effect === 'deny' && speaks(one, now)),
        after.some((one) => one.effect === 'deny' && speaks(one, now)),
      ];
      expect(evaluate(now, [...before, ...after]).effect === 'deny').toBe(alone.includes(true));
    }),
    CASES,
  );
});

/** A second reading of DESIGN.md 3: fields ANDed, lists ORed, a missing field matches all. */
const speaks = (one: Rule, now: Situation): boolean => {
  const covers = (list: readonly string[] | undefined, name: string) =>
    list?.some((glob) => new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(name)) ?? true;
  return (
    covers(one.agents, now.agent) &&
    covers(one.servers, now.server) &&
    covers(one.tools, now.tool) &&
    (one.risk?.includes(now.risk) ?? true)
  );
};

test('an allow rule more never makes a decision of a deny, nor of what a rule or a place asks', () => {
  fc.assert(
    fc.property(situation, rules, rule(['allow']), fc.nat(8), (now, written, more, at) => {
      const before = evaluate(now, written).effect;
      const after = evaluate(now, written.toSpliced(at, 0, more)).effect;
      if (before === 'deny') expect(after).toBe('deny');
      const isAsked =
        now.limits === 'undecidable' ||
        written.some((one) => one.effect === 'ask' && speaks(one, now));
      if (before === 'ask' && isAsked) expect(after).toBe('ask');
    }),
    CASES,
  );
});

test('a grant never makes a decision of a deny, nor of what a rule or a place asks', () => {
  fc.assert(
    fc.property(situation, rules, fc.constantFrom('session', 'always'), (now, written, grant) => {
      const before = evaluate({ ...now, grant: null }, written).effect;
      const after = evaluate({ ...now, grant }, written).effect;
      if (before === 'deny') expect(after).toBe('deny');
      const isAsked =
        now.limits === 'undecidable' ||
        written.some((one) => one.effect === 'ask' && speaks(one, now));
      if (before === 'ask' && isAsked) expect(after).toBe('ask');
    }),
    CASES,
  );
});

test('a deny or ask rule more, and a stricter level, never make a decision looser', () => {
  fc.assert(
    fc.property(situation, rules, rule(['ask', 'deny']), level, (now, written, more, stricter) => {
      const before = strictness(now, written);
      expect(strictness(now, [...written, more])).toBeGreaterThanOrEqual(before);
      if (STRICTNESS[stricter] <= STRICTNESS[now.approval[now.risk]]) return;
      const approval = { ...now.approval, [now.risk]: stricter };
      expect(strictness({ ...now, approval }, written)).toBeGreaterThanOrEqual(before);
    }),
    CASES,
  );
});

test('the order of the rules in the file does not matter', () => {
  const shuffled = rules.chain((written) =>
    fc.tuple(
      fc.constant(written),
      fc.shuffledSubarray(written, { minLength: written.length, maxLength: written.length }),
    ),
  );
  fc.assert(
    fc.property(situation, shuffled, (now, [written, other]) => {
      expect(evaluate(now, other).effect).toBe(evaluate(now, written).effect);
    }),
    CASES,
  );
});
