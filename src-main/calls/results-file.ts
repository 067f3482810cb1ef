import type { FailureCode } from '../kernel/failure.ts';
import type { Log } from '../kernel/log.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { createLargeResults } from './large-results-worker.ts';
import { isLongerThan, resultText } from './result-text.ts';
import { writeResult } from './write-result-file.ts';

/** Above this many characters of JSON a result is kept by its hash instead of in the journal entry. */
export const INLINE_CHARS = 4000;
/** Above about so many a thread of its own does the work. */
const MAIN_THREAD_CHARS = 1_000_000;

/** What the journal says of a result: its size and hash, and the text itself, where it is, or why it is lost. */
export interface KeptResult {
  readonly result_chars?: number;
  readonly result_sha256?: string;
  readonly result?: unknown;
  readonly result_file?: string;
  /** It could not be kept, so nothing of it can be read again. */
  readonly result_lost?: FailureCode;
}

export interface ResultStore {
  /** Never fails: the call has been made. */
  keep(result: Record<string, unknown>): Promise<KeptResult>;
}

/** state/results/<sha256>.json, redacted, by content: the same result is kept once. */
export function createResultStore(parts: {
  readonly folder: string;
  readonly redactor: Pick<Redactor, 'json' | 'known'>;
  readonly log: Log;
}): ResultStore {
  const { folder, redactor, log } = parts;
  const keepLarge = createLargeResults();

  return {
    keep: async (result) => {
      if (isLongerThan(result, MAIN_THREAD_CHARS)) {
        const kept = await keepLarge({ folder, secrets: redactor.known(), result });
        if (kept.ok) return kept.value;
        log.error('a large result could not be kept', { ...kept.failure });
        return { result_lost: kept.failure.code };
      }
      const { redacted, text, sha256 } = resultText(result, (value) => redactor.json(value));
      const about = { result_chars: text.length, result_sha256: sha256 };
      if (text.length <= INLINE_CHARS && !hasBinary(result)) return { ...about, result: redacted };
      const written = await writeResult(folder, { text, sha256 });
      if (written.ok) return { ...about, result_file: written.value };
      log.error('a result could not be kept', { ...written.failure });
      return { ...about, result_lost: written.failure.code };
    },
  };
}

/** Pictures, sounds and files are for the results folder, however small: the journal is for reading. */
const hasBinary = ({ content }: Record<string, unknown>): boolean =>
  Array.isArray(content) && content.some(isBinary);

/** By hand, for a schema takes many times as long to say no, which is the answer for nearly all. */
function isBinary(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('type' in block)) return false;
  if (block.type !== 'resource') return block.type === 'image' || block.type === 'audio';
  const resource = 'resource' in block ? block.resource : null;
  if (typeof resource !== 'object' || resource === null) return false;
  return 'blob' in resource && typeof resource.blob === 'string';
}
