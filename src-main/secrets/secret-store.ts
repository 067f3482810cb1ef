import type { Result } from '../kernel/result.ts';

/** Secret values by name. The keychain, or `.env` by the person's explicit choice; never both. */
export interface SecretStore {
  readonly kind: 'keychain' | 'file';
  /** Writes, reads back and removes a probe entry: a locked keychain reads as "not set" otherwise. */
  state(): Promise<{ readonly available: boolean; readonly reason: string }>;
  /** null: no such secret. */
  get(name: string): Promise<Result<string | null>>;
  set(name: string, value: string): Promise<Result<void>>;
  /** false: there was none. */
  remove(name: string): Promise<Result<boolean>>;
  /** Names only, sorted. */
  names(): Promise<Result<readonly string[]>>;
}
