/** More at once would bury the desktop; the window counts them all. */
export const NOTIFICATIONS_AT_ONCE = 5;

/** Which questions to announce now, and which announcements have had their time. */
export function planNotifications<Q extends { readonly id: string }>(
  waiting: readonly Q[],
  asked: ReadonlySet<string>,
  shown: readonly string[],
): { readonly show: readonly Q[]; readonly close: readonly string[] } {
  const ids = new Set(waiting.map(({ id }) => id));
  const close = shown.filter((id) => !ids.has(id));
  const room = NOTIFICATIONS_AT_ONCE - (shown.length - close.length);
  return { show: waiting.filter(({ id }) => !asked.has(id)).slice(0, Math.max(0, room)), close };
}
