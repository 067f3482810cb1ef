import { z } from 'zod';
import { ok, type Result } from '../kernel/result.ts';

/** How far the journal had come when it was last noted outside of its file. */
export const JournalAnchor = z.object({ seq: z.number().int().nonnegative(), hash: z.string() });
export type JournalAnchor = z.infer<typeof JournalAnchor>;

/**
 * A place outside of the journal's file that remembers the anchor, so that exchanging the whole file
 * for an older copy is found. Written at start, at close, and as often as it says.
 */
export interface AnchorStore {
  /** As a sentence names it: "the keychain". */
  readonly place: string;
  readonly every_ms: number;
  /** Also after so many entries, but at most once a second; null: by time alone. */
  readonly every_entries: number | null;
  /** null: never written. A text that is no anchor counts as spoiled. */
  read(): Promise<Result<string | null>>;
  write(text: string): Promise<Result<void>>;
}

/** What one place says; `spoiled`: something was noted there that is gone or cannot be read. */
export interface NotedEnd {
  readonly place: string;
  readonly anchor: JournalAnchor | 'spoiled' | null;
}

/** Fails when the place cannot be read now. */
export async function readAnchor(store: AnchorStore): Promise<Result<NotedEnd['anchor']>> {
  const text = await store.read();
  if (!text.ok) return text;
  if (text.value === null) return ok(null);
  try {
    const parsed = JournalAnchor.safeParse(JSON.parse(text.value));
    return ok(parsed.success ? parsed.data : 'spoiled');
  } catch (error) {
    if (error instanceof SyntaxError) return ok('spoiled');
    throw error;
  }
}

/** The highest number that any place knows of. */
export const highestNoted = (noted: readonly NotedEnd[]): number =>
  Math.max(
    0,
    ...noted.map(({ anchor }) => (anchor === null || anchor === 'spoiled' ? 0 : anchor.seq)),
  );
