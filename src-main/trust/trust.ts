import type { Result } from '../kernel/result.ts';

export type TrustKind = 'accepted' | 'confirmation' | 'pin' | 'grant' | 'token' | 'meta';

/**
 * What a person has said yes to: rows of JSON under a MAC that covers kind, id and value
 * (DESIGN.md 3). A row whose MAC does not hold does not exist for `get` and `list`.
 */
export interface Trust {
  /** The very same object as long as the row is the same: not to be changed. */
  get(kind: TrustKind, id: string): unknown;
  list(kind: TrustKind): readonly { readonly id: string; readonly value: unknown }[];
  /** On disk (synchronous=FULL) when it returns. Fails with keychain_unavailable without a key. */
  put(kind: TrustKind, id: string, value: unknown): Result<void>;
  remove(kind: TrustKind, id: string): Result<void>;
  /**
   * Whether a row was put and not removed, and yet is not there or does not hold. True also when that
   * can no longer be told. Known for `accepted`, `pin`, and what `meta` keeps of pauses and the journal.
   */
  isLost(kind: TrustKind, id: string): boolean;
  /** The ids of such rows, as far as they are known. */
  lost(kind: TrustKind): readonly string[];
  /** Rows whose MAC does not hold, and rows that are lost, for `doctor`. */
  broken(): readonly { readonly kind: string; readonly id: string }[];
  configVersion(): number;
  /** Called at every effective change of configuration. */
  bumpConfigVersion(): Result<number>;
  close(): void;
}
