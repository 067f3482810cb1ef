import { type Failure, failure } from '../kernel/failure.ts';

/** What stands in the open databases can no longer be found by anybody: nothing may run on it. */
export const STATE_REPLACED: Failure = failure(
  'journal_unavailable',
  'The state of this home was removed or replaced while Gatehouse ran.',
  { fix: 'Put the folder state back if you can, then start Gatehouse again.' },
);
