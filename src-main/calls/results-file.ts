import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../kernel/atomic-write-file.ts';
import { canonicalJson, sha256Hex } from '../kernel/canonical-json.ts';
import type { Log } from '../kernel/log.ts';

/** Above this many characters of JSON a result is kept by its hash instead of in the journal entry. */
export const INLINE_CHARS = 4000;

/** What the journal says of a result: its size and hash, and the text itself or where it is. */
export interface KeptResult {
  readonly result_chars: number;
  readonly result_sha256: string;
  readonly result?: unknown;
  readonly result_file?: string;
}

export interface ResultStore {
  keep(result: Record<string, unknown>): Promise<KeptResult>;
}

/** state/results/<sha256>.json, redacted, by content: the same result is kept once. */
export function createResultStore(parts: {
  readonly folder: string;
  readonly redact: (value: unknown) => unknown;
  readonly log: Log;
}): ResultStore {
  return {
    keep: async (result) => {
      const redacted = parts.redact(result);
      const text = canonicalJson(redacted);
      const sha256 = sha256Hex(text);
      const about = { result_chars: text.length, result_sha256: sha256 };
      if (text.length <= INLINE_CHARS) return { ...about, result: redacted };
      const name = `${sha256}.json`;
      const path = join(parts.folder, name);
      await mkdir(parts.folder, { recursive: true, mode: 0o700 });
      const there = await access(path).then(
        () => true,
        () => false,
      );
      if (!there) {
        const written = await replaceFile({ path, content: text, mode: 0o600 });
        if (!written.ok) {
          // The call has been made; its journal entry then says that the text could not be kept.
          parts.log.error('a result could not be kept', { ...written.failure });
          return about;
        }
      }
      return { ...about, result_file: name };
    },
  };
}
