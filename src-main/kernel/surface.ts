/** Where a person said something; the journal records it (DESIGN.md 2, "Who may say yes"). */
export interface Surface {
  readonly kind: 'window' | 'approval_window' | 'cli' | 'start';
  readonly pid: number | null;
  readonly terminal: string | null;
}

/** One field that differs between two versions; values are JSON text. */
export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}
