import { z } from 'zod';
import { fail, type Result } from '../kernel/result.ts';
import type { Change, Surface } from '../kernel/surface.ts';
import type { Trust } from '../trust/trust.ts';
import { changedFields } from './changed-fields.ts';
import { launchChanges, launchHash, launchValue } from './launch-hash.ts';
import { PackagePin } from './package-pin.ts';
import { Registration } from './registration.ts';
import type { RegisteredServer } from './registry.ts';

const { transport, command_argv, cwd, env, env_keys, url, auth } = Registration.shape;

export const Confirmation = z.object({
  launch_hash: z.string(),
  launch: z.object({
    ...{ server_id: z.string(), transport, command_argv, cwd, env, env_keys, url, auth },
  }),
  executable: z.string().nullable(),
  /** null: the yes covers the command as written and nothing in its place. */
  effective_executable: z.string().nullable().default(null),
  package: PackagePin.nullable().default(null),
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
    return {
      ...{ ...base, ...open, trust: 'unconfirmed' },
      ...{ confirmed_effective: null, package_pin: null },
    };
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
    confirmed_effective: confirmation.effective_executable,
    package_pin: confirmation.package,
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

/** Real paths that are confirmed beside a launch: of the written command, and of what stands in for it. */
export interface ConfirmedPrograms {
  readonly executable: string | null;
  readonly effective: string | null;
}

/** A yes to the launch as written, and with it to everything else of the entry. */
export function putConfirmation(
  trust: Trust,
  id: string,
  written: Registration,
  programs: ConfirmedPrograms,
  stamp: { readonly at: number; readonly by: Surface },
): Result<void> {
  const accepted = putAccepted(trust, id, fieldsToAccept(written), stamp);
  if (!accepted.ok) return accepted;
  return trust.put('confirmation', id, {
    launch_hash: launchHash(id, written),
    launch: launchValue(id, written),
    executable: programs.executable,
    effective_executable: programs.effective,
    // A yes to the same package again is none to another version of it.
    package: readConfirmation(trust, id)?.package ?? null,
    at: stamp.at,
    surface: stamp.by,
  });
}

/** What a written package spec stands for from now on; fails where no yes stands beside it. */
export function putPackagePin(trust: Trust, id: string, pin: PackagePin): Result<void> {
  const row = trust.get('confirmation', id);
  if (!Confirmation.safeParse(row).success || typeof row !== 'object' || row === null)
    return fail('unconfirmed', `The launch of "${id}" must be confirmed first.`, {
      params: { id },
    });
  return trust.put('confirmation', id, { ...row, package: pin });
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
  confirmed_effective: server.confirmed_effective,
  package_pin: server.package_pin,
});
