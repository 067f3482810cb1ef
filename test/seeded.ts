/** Numbers in [0, 1) that look random and are the same in every run of one seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // Mulberry-like mixing on 32 bits: good enough to spread kills, not for anything secret.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
