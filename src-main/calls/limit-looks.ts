import type { AgentProfile } from '../agents/agent-profiles.ts';
import { checkLimits, type Limits, type LimitVerdict } from '../policy/limits.ts';
import type { Registration } from '../registry/registration.ts';

/**
 * For how long, in ms, what was seen of the file system for one call holds for that same call. As much
 * passes anyway between any look of ours and the server's own opening of the path; a person, or a
 * server that starts, takes longer.
 */
const FRESH_MS = 20;

interface Look {
  readonly agent: AgentProfile;
  readonly registration: Registration;
  readonly at: number;
  readonly verdict: LimitVerdict;
}

/**
 * Asks where the arguments of a call lead. A call is looked at twice, when it is decided and in the
 * tick that sends it; where nothing was waited for in between, the first look is the last.
 * `args` stands for its call: one frozen object of each. `monotonic_ms`: a clock that nobody sets.
 */
export function createLimitLooks(
  limits: (agent: AgentProfile, registration: Registration) => Limits,
  monotonic_ms: () => number = () => performance.now(),
): (agent: AgentProfile, registration: Registration, args: object) => LimitVerdict {
  const looks = new WeakMap<object, Look>();

  return (agent, registration, args) => {
    const at = monotonic_ms();
    const last = looks.get(args);
    if (
      last !== undefined &&
      at - last.at < FRESH_MS &&
      last.agent === agent &&
      last.registration === registration
    )
      return last.verdict;
    const verdict = checkLimits(args, limits(agent, registration));
    looks.set(args, { agent, registration, at, verdict });
    return verdict;
  };
}
