import type { RiskLevel } from '../judgement/risk.ts';
import type { Policy, Rule } from './policy-schema.ts';

/** What a rule looks at. Names are raw: as the server and the registry spell them. */
export interface RuledCall {
  readonly agent: string;
  readonly server_id: string;
  readonly tool: string;
  readonly risk: RiskLevel;
}

/** The first matching rule of each effect, in the order of the file. */
export interface MatchedRule {
  readonly deny?: Rule;
  readonly ask?: Rule;
  readonly allow?: Rule;
}

/** Which written rules speak about a call (DESIGN.md 3, `policy.yml`). */
export function matchRules(policy: Policy, call: RuledCall): MatchedRule {
  const first = (effect: Rule['effect']) =>
    policy.rules.find((rule) => rule.effect === effect && ruleMatches(rule, call));
  const [deny, ask, allow] = [first('deny'), first('ask'), first('allow')];
  return { ...(deny && { deny }), ...(ask && { ask }), ...(allow && { allow }) };
}

const ruleMatches = (rule: Rule, call: RuledCall): boolean =>
  anyMatches(rule.agents, call.agent) &&
  anyMatches(rule.servers, call.server_id) &&
  anyMatches(rule.tools, call.tool) &&
  (rule.risk === undefined || rule.risk.includes(call.risk));

const anyMatches = (globs: readonly string[] | undefined, name: string): boolean =>
  globs === undefined || globs.some((glob) => globMatches(glob, name));

/**
 * Whether a name matches a glob: `*` stands for any run of characters, all else for itself, case
 * counts. Takes at most length × length steps, whatever a hostile name looks like.
 */
export function globMatches(glob: string, name: string): boolean {
  let inGlob = 0;
  let inName = 0;
  let star = -1;
  let resume = 0;
  while (inName < name.length) {
    if (glob[inGlob] === '*') {
      star = inGlob;
      resume = inName;
      inGlob += 1;
    } else if (inGlob < glob.length && glob[inGlob] === name[inName]) {
      inGlob += 1;
      inName += 1;
    } else if (star >= 0) {
      resume += 1;
      inName = resume;
      inGlob = star + 1;
    } else {
      return false;
    }
  }
  while (glob[inGlob] === '*') inGlob += 1;
  return inGlob === glob.length;
}
