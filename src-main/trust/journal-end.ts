import type { AnchorStore } from '../journal/journal-anchor.ts';
import { ok } from '../kernel/result.ts';
import type { Trust } from './trust.ts';

const END_ID = 'journal-head';

/** The journal's end as a row of trust.db: what a home without a keychain has beside the file itself. */
export const trustAnchor = (trust: Trust): AnchorStore => ({
  place: 'trust.db',
  every_ms: 60_000,
  every_entries: 200,
  read: async () => {
    const end = trust.get('meta', END_ID);
    // An empty text is no anchor: a lost row is not the same as none.
    return ok(trust.isLost('meta', END_ID) ? '' : end === undefined ? null : JSON.stringify(end));
  },
  write: async (text) => trust.put('meta', END_ID, JSON.parse(text)),
});
