import { z } from 'zod';
import { ok, type Result } from '../kernel/result.ts';

/** How far the journal had come when it was last noted outside of its file. */
export const JournalAnchor = z.object({ seq: z.number().int().nonnegative(), hash: z.string() });
export type JournalAnchor = z.infer<typeof JournalAnchor>;

/**
 * A place outside of the home (the keychain) that remembers the anchor, so that exchanging the whole
 * file for an older copy is found. Written at start, at quit and every five minutes.
 */
export interface AnchorStore {
  read(): Promise<Result<string | null>>;
  write(text: string): Promise<Result<void>>;
}

/** null: none was written yet, or what stands there is none. Fails when the place cannot be read. */
export async function readAnchor(store: AnchorStore): Promise<Result<JournalAnchor | null>> {
  const text = await store.read();
  if (!text.ok) return text;
  try {
    const parsed = JournalAnchor.safeParse(JSON.parse(text.value ?? 'null'));
    return ok(parsed.success ? parsed.data : null);
  } catch (error) {
    if (error instanceof SyntaxError) return ok(null);
    throw error;
  }
}
