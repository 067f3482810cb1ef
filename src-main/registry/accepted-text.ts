import { z } from 'zod';
import { sha256Hex } from '../kernel/canonical-json.ts';
import { type Failure, failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Trust } from '../trust/trust.ts';
import { withHeldText } from './held-text-file.ts';
import { liveText } from './live-text-file.ts';
import type { PendingEdit } from './pending-edit.ts';

export interface AcceptedTextParts<T> {
  readonly path: string;
  readonly backups: string;
  /** Key of its row in trust: `file:policy.yml`. */
  readonly item: string;
  readonly title: string;
  readonly trust: Trust;
  readonly parse: (text: string) => Result<T>;
}

/** What holds of a file. `value` null: nothing was accepted, or what was cannot be used (`problem`). */
export interface Holding<T> {
  readonly value: T | null;
  /** SHA-256 of the accepted text; `none` without one. */
  readonly version: string;
  readonly problem: Failure | null;
}

/** A file of which the version that a person accepted holds, whatever stands in the file. */
export interface AcceptedText<T> {
  holding(): Holding<T>;
  /** What the file says differently, or null. */
  pending(): PendingEdit | null;
  accept(by: Surface): Result<void>;
  /** The accepted text itself. */
  text(): string | null;
  /** Writes and accepts in one; refuses what does not parse. */
  set(text: string, by: Surface): Promise<Result<void>>;
  /**
   * Set, from what is accepted now (null: nothing, and no file). trust_pending while the file says
   * something else: then the edit would bring that along, or lose it.
   */
  edit(work: (text: string | null) => Result<string>, by: Surface): Promise<Result<void>>;
  /** Removes the file and its acceptance; a backup stays. */
  remove(): Promise<Result<void>>;
}

export const ACCEPTED_BYTES_MAX = 256 * 1024;
const Row = z.object({ text: z.string() });

/** Nothing is cached but the parse of the accepted text: file and trust are read at every question. */
export function acceptedText<T>(parts: AcceptedTextParts<T>): AcceptedText<T> {
  const { path, backups, item, title, trust, parse } = parts;
  const live = liveText(path, ACCEPTED_BYTES_MAX);
  let last: { readonly text: string; readonly holding: Holding<T> } | undefined;

  const accepted = (): string | null => {
    const row = Row.safeParse(trust.get('accepted', item));
    return row.success ? row.data.text : null;
  };
  const put = (text: string, by: Surface): Result<void> => {
    const stored = trust.put('accepted', item, { text, by });
    return stored.ok ? bump(trust) : stored;
  };

  function holding(): Holding<T> {
    const text = accepted();
    if (text === null) {
      const problem = trust.isLost('accepted', item) ? unverifiable(title) : null;
      return { value: null, version: 'none', problem };
    }
    if (last?.text !== text) {
      const value = parse(text);
      const version = sha256Hex(text);
      last = {
        text,
        holding: value.ok
          ? { value: value.value, version, problem: null }
          : { value: null, version, problem: value.failure },
      };
    }
    return last.holding;
  }

  function pending(): PendingEdit | null {
    const before = accepted();
    const now = live.read();
    if (now.state === 'unreadable') {
      return { item, title, changes: [], problem: now.failure };
    }
    const after = now.state === 'missing' ? null : now.text;
    // A lost row waits for a person also when there is no file: what it said is not known.
    if (after === before && !trust.isLost('accepted', item)) return null;
    const checked = after === null ? ok() : parse(after);
    return {
      item,
      title,
      changes: [{ field: title, before: asJson(before), after: asJson(after) }],
      problem: checked.ok ? null : checked.failure,
    };
  }

  const place = { path, backups, max_bytes: ACCEPTED_BYTES_MAX };

  return {
    holding,
    pending,
    text: accepted,
    accept(by) {
      const now = live.read();
      if (now.state === 'unreadable') return fail(now.failure);
      if (now.state === 'missing') {
        const removed = trust.remove('accepted', item);
        return removed.ok ? bump(trust) : removed;
      }
      const checked = parse(now.text);
      return checked.ok ? put(now.text, by) : checked;
    },
    async set(text, by) {
      const checked = parse(text);
      if (!checked.ok) return checked;
      const written = await withHeldText(place, ({ write }) => write(text));
      return written.ok ? put(text, by) : written;
    },
    edit: (work, by) =>
      withHeldText(place, async ({ text, write }) => {
        if (text !== accepted() || trust.isLost('accepted', item)) return fail(waits(item, title));
        const edited = work(text);
        if (!edited.ok) return edited;
        const checked = parse(edited.value);
        if (!checked.ok) return checked;
        const written = await write(edited.value);
        return written.ok ? put(edited.value, by) : written;
      }),
    async remove() {
      const gone = await withHeldText(place, ({ remove }) => remove());
      if (!gone.ok) return gone;
      const removed = trust.remove('accepted', item);
      return removed.ok ? bump(trust) : removed;
    },
  };
}

const bump = (trust: Trust): Result<void> => {
  const bumped = trust.bumpConfigVersion();
  return bumped.ok ? ok() : bumped;
};

const asJson = (text: string | null): string | null =>
  text === null ? null : JSON.stringify(text);

const unverifiable = (title: string): Failure =>
  failure(
    'trust_pending',
    `The accepted version of ${title} is gone or can no longer be verified.`,
    {
      fix: 'Look at the file and accept it again.',
      params: { file: title },
    },
  );

const waits = (item: string, title: string): Failure =>
  failure('trust_pending', `${title} was edited outside Gatehouse, and that waits for a yes.`, {
    fix: `Look at it and accept it: gatehouse trust accept ${item}`,
    params: { file: title },
  });
