import type { JournalEntry } from '../../../src-preload/contract/index.ts';

/** What a call's entries keep of it; null where they keep nothing. */
export interface RecordedCall {
  readonly arguments: unknown;
  /** Arguments that were no JSON, as they came. */
  readonly argumentsText: string | null;
  readonly because: string | null;
  readonly result: unknown;
  readonly resultFile: string | null;
  readonly resultHash: string | null;
  readonly message: string | null;
}

/** Gathers arguments, reason and result of one call from its entries. */
export function recordedCall(entries: readonly JournalEntry[]): RecordedCall {
  const find = (key: string): unknown =>
    entries.find((entry) => Object.hasOwn(entry.detail, key))?.detail[key] ?? null;
  const text = (key: string): string | null => {
    const value = find(key);
    return typeof value === 'string' ? value : null;
  };
  return {
    arguments: find('arguments'),
    argumentsText: text('arguments_text'),
    because: text('because'),
    result: find('result'),
    resultFile: text('result_file'),
    resultHash: text('result_sha256'),
    message: text('message'),
  };
}
