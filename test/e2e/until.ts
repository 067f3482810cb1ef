import { expect } from 'vitest';

/** Looks again until it is so: at most 15 seconds, for a machine that does much else. */
export const until = <T>(look: () => T) => expect.poll(look, { timeout: 15_000, interval: 50 });
