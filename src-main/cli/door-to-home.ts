import { setTimeout as delay } from 'node:timers/promises';
import type { Door } from '../api/door.ts';
import type { OwnerRecord, Ownership } from '../api/owner-file.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/**
 * The door to a home for one command: an owner's if one lives, else this process owns the home for a
 * moment. An owner may be starting or going just then; that is waited out, at most `wait_ms`.
 */
export async function doorToHome(parts: {
  readonly tryToOwn: () => Promise<
    Result<{ owned: true; ownership: Ownership } | { owned: false; holder: OwnerRecord }>
  >;
  readonly compose: (ownership: Ownership) => Promise<Result<Door>>;
  readonly remote: (address: string) => Door;
  readonly wait_ms: number;
}): Promise<Result<Door>> {
  const deadline = Date.now() + parts.wait_ms;
  for (;;) {
    const tried = await parts.tryToOwn();
    if (!tried.ok) return tried;
    if (tried.value.owned) return parts.compose(tried.value.ownership);
    const { holder } = tried.value;
    const door = parts.remote(holder.address);
    const alive = await door.request('settings/get', {});
    if (alive.ok) return ok(door);
    await door.close();
    if (Date.now() > deadline)
      return fail(
        'owner_unreachable',
        `The ${holder.kind} process (pid ${holder.pid}) owns this home and does not answer.`,
        {
          fix: 'Quit it, or wait until it has started.',
          params: { pid: holder.pid },
        },
      );
    await delay(50);
  }
}
