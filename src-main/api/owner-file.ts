import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { replaceFile } from '../kernel/atomic-write-file.ts';
import { sha256Hex } from '../kernel/canonical-json.ts';
import { withFileLock } from '../kernel/file-lock-file.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import { isAlive, thisProcess } from '../kernel/process-identity-process.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import { OWNER_KINDS, OWNER_TITLES, type OwnerKind, outranks } from './owner.ts';
import { openRemoteDoor } from './remote-door-socket.ts';

/** state/owner.json: who owns this home, provable by pid + start time, and where its admin door is. */
export const OwnerRecord = z.object({
  kind: z.enum(OWNER_KINDS),
  pid: z.number().int().positive(),
  start_time: z.string(),
  host: z.string(),
  nonce: z.string(),
  address: z.string(),
  /** A serve that `connect` started, and that ends with the last client. */
  for_clients: z.boolean().default(false),
});
export type OwnerRecord = z.infer<typeof OwnerRecord>;

export interface Ownership {
  readonly record: OwnerRecord;
  /** Gives the home up; only ever removes our own record. */
  release(): Promise<void>;
}

export type Owned =
  | { readonly owned: true; readonly ownership: Ownership }
  | { readonly owned: false; readonly holder: OwnerRecord };

/** The socket's path, or a pipe's name on Windows, where sockets are no files. */
export const adminAddress = (paths: HomePaths): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\gatehouse-${sha256Hex(paths.home).slice(0, 32)}`
    : paths.socket;

/** The recorded owner if it is provably alive on this host; a dead one counts as none. */
export async function livingOwner(paths: HomePaths): Promise<OwnerRecord | null> {
  let text: string;
  try {
    text = readFileSync(paths.owner, 'utf8');
  } catch {
    return null; // no record: nobody owns it
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // we write it in one step, so a broken one is no owner's
  }
  const record = OwnerRecord.safeParse(value);
  return record.success && (await isAlive(record.data)) ? record.data : null;
}

/** Takes the home if nobody alive has it. The record is written before anything else of an owner starts. */
export async function tryToOwn(
  paths: HomePaths,
  kind: OwnerKind,
  for_clients = false,
): Promise<Result<Owned>> {
  const locked = await withFileLock(paths.owner, {}, async (): Promise<Result<Owned>> => {
    const holder = await livingOwner(paths);
    if (holder !== null) return ok({ owned: false, holder });
    const record: OwnerRecord = {
      ...thisProcess(),
      kind,
      nonce: randomUUID(),
      address: adminAddress(paths),
      for_clients,
    };
    const written = await replaceFile({
      path: paths.owner,
      content: `${JSON.stringify(record, null, 2)}\n`,
      mode: 0o600,
    });
    if (!written.ok) return written;
    return ok({ owned: true, ownership: { record, release: () => release(paths, record) } });
  });
  return locked.ok ? locked.value : locked;
}

async function release(paths: HomePaths, record: OwnerRecord): Promise<void> {
  await withFileLock(paths.owner, {}, async () => {
    const holder = await livingOwner(paths);
    if (holder?.nonce === record.nonce) await rm(paths.owner, { force: true });
  });
}

/**
 * Takes the home, asking a lower-ranking owner to drain and hand over. owner_busy when a higher or
 * equal one has it, or when the lower one does not let go within `wait_ms`.
 */
export async function takeOwnership(
  paths: HomePaths,
  kind: OwnerKind,
  surface: Surface,
  wait_ms: number,
  for_clients = false,
): Promise<Result<Ownership>> {
  const deadline = Date.now() + wait_ms;
  let asked: string | null = null;
  for (;;) {
    const tried = await tryToOwn(paths, kind, for_clients);
    if (!tried.ok) return tried;
    if (tried.value.owned) return ok(tried.value.ownership);
    const { holder } = tried.value;
    const title = OWNER_TITLES[holder.kind];
    if (!outranks({ kind, for_clients }, holder))
      return fail('owner_busy', `${title} (pid ${holder.pid}) already owns ${paths.home}.`, {
        fix: 'Use that one, or quit it first.',
        params: { owner: holder.kind, pid: holder.pid, home: paths.home },
      });
    if (asked !== holder.nonce) {
      // It may be just starting, with no socket yet: then this fails and is asked again.
      const answer = await openRemoteDoor(holder.address, surface).request('owner/hand-over', {
        kind,
      });
      if (answer.ok) asked = holder.nonce;
    }
    if (Date.now() > deadline)
      return fail(
        'owner_busy',
        `${title} (pid ${holder.pid}) did not let go of ${paths.home} in time.`,
        {
          fix: 'Quit it, then start again.',
          params: { owner: holder.kind, pid: holder.pid, home: paths.home },
        },
      );
    await delay(50);
  }
}
