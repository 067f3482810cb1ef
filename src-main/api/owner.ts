/** Owners rank CLI run < serve < desktop: a higher one asks a lower one to hand over (DESIGN.md 2). */
export const OWNER_KINDS = ['cli', 'serve', 'desktop'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** Who asks for a home, or has it. A serve that is there `for_clients` only yields to a person's. */
export interface Rank {
  readonly kind: OwnerKind;
  readonly for_clients: boolean;
}

export const outranks = (a: Rank, b: Rank): boolean =>
  OWNER_KINDS.indexOf(a.kind) > OWNER_KINDS.indexOf(b.kind) ||
  (a.kind === b.kind && b.for_clients && !a.for_clients);

export const OWNER_TITLES: Record<OwnerKind, string> = {
  cli: 'another gatehouse command',
  serve: 'gatehouse serve',
  desktop: 'the Gatehouse app',
};
