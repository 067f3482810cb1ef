/** The key of all MACs (trust rows, journal head). DESIGN.md 3, "The integrity key". */
export interface IntegrityKey {
  readonly source: 'keychain' | 'file' | 'missing';
  /** 32 bytes; null when missing: then everything it protects is pending, not trusted. */
  readonly key: Uint8Array | null;
  /** A sentence for `doctor` and the window. */
  readonly reason: string;
}
