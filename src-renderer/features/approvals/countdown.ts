/** Whole seconds left until an instant, never below zero. */
export function secondsLeft(expiresAt: string, now: number): number {
  const left = Math.ceil((Date.parse(expiresAt) - now) / 1000);
  return Number.isFinite(left) ? Math.max(0, left) : 0;
}

/** `0:43`, `4:05`, `1:02:03`. */
export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Moments worth saying aloud; a voice that counts every second would cover everything else. */
const SPOKEN: readonly number[] = [60, 30, 10];

/** What a screen reader hears: the smallest spoken moment reached, or null before the first. */
export function spokenSeconds(seconds: number): number | null {
  if (seconds === 0) return 0;
  return SPOKEN.reduce<number | null>(
    (reached, moment) => (seconds <= moment ? moment : reached),
    null,
  );
}
