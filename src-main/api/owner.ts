/** Owners rank CLI run < serve < desktop: a higher one asks a lower one to hand over (DESIGN.md 2). */
export const OWNER_KINDS = ['cli', 'serve', 'desktop'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

export const outranks = (a: OwnerKind, b: OwnerKind): boolean =>
  OWNER_KINDS.indexOf(a) > OWNER_KINDS.indexOf(b);

export const OWNER_TITLES: Record<OwnerKind, string> = {
  cli: 'another gatehouse command',
  serve: 'gatehouse serve',
  desktop: 'the Gatehouse app',
};
