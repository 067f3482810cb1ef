import { z } from 'zod';
import type { Result } from '../kernel/result.ts';
import type { Change, Surface } from '../kernel/surface.ts';
import type { Trust } from '../trust/trust.ts';
import { changedFields } from './changed-fields.ts';
import { launchChanges, launchHash, launchValue } from './launch-hash.ts';
import { Registration } from './registration.ts';
import type { RegisteredServer } from './registry.ts';

const { transport, command_argv, cwd, env, env_keys, url, auth } = Registration.shape;

export const Confirmation = z.object({
  launch_hash: z.string(),
  launch: z.object({
    ...{ server_id: z.string(), transport, command_argv, cwd, env, env_keys, url, auth },
  }),
  executable: z.string().nullable(),
});

/** The security fields beside the launch, as last accepted. */
export const Accepted = Registration.pick({ capabilities: true, tool_risk_overrides: true });
export type AcceptedFields = z.output<typeof Accepted>;

/** No accepted content that can be verified: the server may offer nothing. */
const NOTHING: AcceptedFields = { capabilities: [], tool_risk_overrides: {} };

const acceptedId = (id: string): string => `server:${id}`;

export const fieldsToAccept = (entry: Registration): AcceptedFields => ({
  capabilities: entry.capabilities,
  tool_risk_overrides: entry.tool_risk_overrides,
});

/** What a written entry and the rows of trust make of each other. */
export function judgeServer(trust: Trust, id: string, written: Registration): RegisteredServer {
  const launch_hash = launchHash(id, written);
  const confirmation = readConfirmation(trust, id);
  const base = { id, written, launch_hash };
  if (!confirmation) {
    const open = { registration: written, changes: [], confirmed_executable: null };
    return { ...base, ...open, trust: 'unconfirmed' };
  }
  const accepted = readAccepted(trust, id);
  const beside = changedFields(accepted, fieldsToAccept(written));
  const launch = changedLaunch(confirmation, launch_hash, id, written);
  return {
    ...base,
    // Also with a changed launch, which runs nothing: what is derived from it (grades) stays accepted.
    registration: { ...written, ...accepted },
    trust: launch ? 'changed' : beside.length > 0 ? 'pending' : 'confirmed',
    changes: [...(launch ?? []), ...beside],
    confirmed_executable: confirmation.executable,
  };
}

/** The last yes to a launch of this server, if its row can be verified. */
export function readConfirmation(
  trust: Trust,
  id: string,
): z.output<typeof Confirmation> | undefined {
  const row = Confirmation.safeParse(trust.get('confirmation', id));
  return row.success ? row.data : undefined;
}

/** What differs from the confirmed launch; null when it is the same. */
const changedLaunch = (
  confirmed: z.output<typeof Confirmation>,
  hash: string,
  id: string,
  written: Registration,
): readonly Change[] | null =>
  confirmed.launch_hash === hash ? null : launchChanges(confirmed.launch, launchValue(id, written));

export function readAccepted(trust: Trust, id: string): AcceptedFields {
  const row = Accepted.safeParse(trust.get('accepted', acceptedId(id)));
  return row.success ? row.data : NOTHING;
}

export const putAccepted = (
  trust: Trust,
  id: string,
  fields: AcceptedFields,
  stamp: { readonly at: number; readonly by: Surface },
): Result<void> => trust.put('accepted', acceptedId(id), { ...fields, ...stamp });

/** A yes to the launch as written, and with it to everything else of the entry. */
export function putConfirmation(
  trust: Trust,
  id: string,
  written: Registration,
  executable: string | null,
  stamp: { readonly at: number; readonly by: Surface },
): Result<void> {
  const accepted = putAccepted(trust, id, fieldsToAccept(written), stamp);
  if (!accepted.ok) return accepted;
  return trust.put('confirmation', id, {
    launch_hash: launchHash(id, written),
    launch: launchValue(id, written),
    executable,
    at: stamp.at,
    surface: stamp.by,
  });
}

/** Takes every yes to a server back. Gives an undo for when its entry could not be removed after all. */
export function withdrawTrust(trust: Trust, id: string): Result<() => Result<void>> {
  const rows = [
    { kind: 'confirmation', id, value: trust.get('confirmation', id) },
    { kind: 'accepted', id: acceptedId(id), value: trust.get('accepted', acceptedId(id)) },
  ] as const;
  for (const row of rows) {
    const removed = trust.remove(row.kind, row.id);
    if (!removed.ok) return removed;
  }
  return {
    ok: true,
    value: () =>
      rows.reduce<Result<void>>(
        (done, row) =>
          row.value === undefined || !done.ok ? done : trust.put(row.kind, row.id, row.value),
        { ok: true, value: undefined },
      ),
  };
}

/** What a server may do and run; what differs here is an effective change. */
export const effectOf = (server: RegisteredServer): unknown => ({
  registration: server.registration,
  trust: server.trust,
  confirmed_executable: server.confirmed_executable,
});
