/** 1 in `npm run test:long`, else 0.01: the share of its whole size that a long test runs. */
export const SCALE = Number(process.env['GATEHOUSE_TEST_SCALE'] ?? '0.01');

/** How many of `whole` to run now, but never fewer than `least`. */
export const scaled = (whole: number, least: number): number =>
  Math.max(least, Math.round(whole * SCALE));
