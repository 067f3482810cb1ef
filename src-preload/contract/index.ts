export type { Bridge, NamesFor } from './bridge.ts';
export { doctorText } from './doctor-sentences.ts';
export * from './events.ts';
export { exactSentences, failureSentences, fixSentences } from './failure-sentences.ts';
export { type FailureText, failureLine, failureText } from './failure-text.ts';
export { recordedFailure } from './recorded-failure.ts';
export { ROLES, type Role } from './request-spec.ts';
export * from './requests.ts';
export * from './standing.ts';
export * from './views/agent.ts';
export * from './views/app.ts';
export * from './views/catalog.ts';
export * from './views/common.ts';
export * from './views/governance.ts';
export * from './views/server.ts';
export * from './views/way-out.ts';
export * from './ways-out.ts';

import type { Failure } from './views/common.ts';

/** What every door answers. */
export type Answer<T> = { ok: true; value: T } | { ok: false; failure: Failure };
