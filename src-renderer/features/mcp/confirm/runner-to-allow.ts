import { type Failure, type Launch, waysOut } from '../../../../src-preload/contract/index.ts';

const NO_LIMITS = { start_s: 1, idle_s: 0, call_s: 1 };

/** The program that a person may allow so that this launch can start. */
export function runnerToAllow(refusal: Failure, launch: Launch) {
  const ways = waysOut(refusal, { ...launch, timeouts: NO_LIMITS });
  return ways.find((way) => way.way === 'allow_runner');
}
