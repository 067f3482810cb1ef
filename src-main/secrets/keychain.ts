import type { Result } from '../kernel/result.ts';

/** Raw access to the operating system's keychain, below one service name per home folder. */
export interface Keychain {
  /**
   * Writes, reads back and removes a probe entry. Needed because a locked keychain answers a read
   * like an empty one.
   */
  state(): Promise<{ readonly available: boolean; readonly reason: string }>;
  /** null: no such entry. Fails with keychain_unavailable. */
  get(account: string): Promise<Result<string | null>>;
  set(account: string, value: string): Promise<Result<void>>;
  /** false: there was none. */
  remove(account: string): Promise<Result<boolean>>;
  accounts(): Promise<Result<readonly string[]>>;
}

/** What else than secrets lies in the keychain; secrets are `secret:<NAME>`. */
export const KEYCHAIN_ACCOUNTS = {
  integrityKey: 'key:integrity',
  journalHead: 'journal:head',
} as const;
