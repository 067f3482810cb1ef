import type { RegisteredServer } from '../registry/registry.ts';
import type { ConnectionState } from '../servers/connection.ts';
import type { ProbeRow } from './cache-db.ts';
import { confirmationOf } from './catalog-store.ts';
import type { LookFacts } from './next-look.ts';
import type { Failed } from './probes.ts';

/**
 * What counts when a server may be looked at: the newest of its last probe, its last discovery, and
 * how its connection failed. null for a server that is not enabled and confirmed.
 */
export function lookFacts(
  server: RegisteredServer,
  known: {
    readonly row: ProbeRow | undefined;
    /** When its present catalog was read, ISO 8601; null: there is none. */
    readonly discovered_at: string | null;
    readonly failed: Failed | undefined;
    readonly state: ConnectionState;
  },
): LookFacts | null {
  const { registration } = server;
  if (!registration.enabled || confirmationOf(server) === null) return null;
  const { row, discovered_at, failed, state } = known;
  const signs: { at: number; ok: boolean }[] = [];
  // A good report without its catalog is of no use: the lists must be read again.
  if (
    row?.launch_hash === server.launch_hash &&
    (row.probe_status !== 'ok' || discovered_at !== null)
  )
    signs.push({ at: Date.parse(row.last_probe), ok: row.probe_status === 'ok' });
  if (discovered_at !== null) signs.push({ at: Date.parse(discovered_at), ok: true });
  if (failed !== undefined) signs.push({ at: failed.at, ok: false });
  if (state.state === 'failed') signs.push({ at: state.since, ok: false });
  return {
    id: server.id,
    isRemote: registration.transport !== 'stdio',
    isUp: state.state === 'ready',
    last: signs.reduce<LookFacts['last']>(
      (newest, sign) => (newest === null || sign.at >= newest.at ? sign : newest),
      null,
    ),
    failures: failed?.count ?? 0,
    retry_at: state.state === 'failed' ? (state.retry_at ?? null) : null,
  };
}
