import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Surface } from '../../kernel/surface.ts';
import { checkRegistration } from '../../registry/check-registration.ts';
import { launchHash } from '../../registry/launch-hash.ts';
import { Registration, type RegistrationChanges } from '../../registry/registration.ts';
import type { RegisteredServer } from '../../registry/registry.ts';
import type { Core } from '../core.ts';
import { describeInputProblem } from '../input-problem.ts';
import type { Handlers } from '../serve.ts';
import { findServer, launchView, oneServer, registryView } from './server-views.ts';
import { withoutUndefined } from './without-undefined.ts';

type ServerHandlers = Pick<
  Handlers,
  | 'server/list'
  | 'server/show'
  | 'server/preview'
  | 'server/add'
  | 'server/edit'
  | 'server/remove'
  | 'server/enable'
  | 'server/disable'
  | 'server/launch'
  | 'server/confirm'
  | 'server/connect'
  | 'server/disconnect'
  | 'server/log'
>;

export function serverHandlers(core: Core): ServerHandlers {
  const record = (
    kind: 'config_change' | 'confirmation',
    id: string,
    by: Surface,
    detail: Record<string, unknown>,
  ) =>
    core.journal.append(
      { kind, server_id: id, detail: { ...detail, surface: by } },
      { durable: true },
    );

  /** The registration that a draft stands for, with its defaults. */
  function whole(draft: unknown): Result<Registration> {
    const parsed = Registration.safeParse(draft);
    if (!parsed.success)
      return fail('bad_arguments', describeInputProblem('registration', parsed.error));
    const [problem] = checkRegistration(parsed.data);
    return problem === undefined ? ok(parsed.data) : fail('bad_arguments', problem.message);
  }

  /**
   * The yes names a launch; it must be this one, and one that may run at all. The hash does not cover
   * where the command leads: another executable than the one confirmed last must be named as shown.
   */
  async function mayConfirm(
    id: string,
    registration: Registration,
    hash: string,
    shown: string | null | undefined,
  ): Promise<Result<{ executable: string | null }>> {
    const actual = launchHash(id, registration);
    if (actual !== hash)
      // The right one is only ever shown beside the whole launch.
      return fail('hash_mismatch', `${hash} is not the hash of this launch.`, {
        fix: 'Look at the launch again and confirm what you see.',
        params: { given: hash },
      });
    const { refusal, executable } = await core.describeLaunch(id, registration);
    if (refusal !== null) return fail(refusal);
    const before = core.registry.get(id);
    const isFirst = before === undefined || before.trust === 'unconfirmed';
    const expected =
      shown === undefined ? (isFirst ? executable : before.confirmed_executable) : shown;
    return expected === executable
      ? ok({ executable })
      : fail(
          'hash_mismatch',
          `This launch now runs ${executable ?? 'nothing'}, not ${expected ?? 'nothing'}.`,
          {
            fix: 'Look at the launch again and confirm it together with the executable you see.',
            params: { id, executable: executable ?? '', expected: expected ?? '' },
          },
        );
  }

  async function confirm(
    id: string,
    hash: string,
    executable: string | null,
    by: Surface,
  ): Promise<Result<RegisteredServer>> {
    const confirmed = await core.registry.confirm(id, hash, executable, by);
    if (confirmed.ok) record('confirmation', id, by, { launch_hash: hash, executable });
    return confirmed;
  }

  async function change(id: string, changes: RegistrationChanges, by: Surface) {
    const edited = await core.registry.edit(id, changes, by);
    if (!edited.ok) return edited;
    record('config_change', id, by, {
      change: 'edit',
      fields: Object.keys(changes),
      values: changes,
    });
    await core.supervisor.reconcile();
    if (changes.tool_risk_overrides !== undefined) await core.catalog.regrade(id);
    return edited;
  }

  async function setEnabled(id: string, enabled: boolean, by: Surface) {
    const edited = await change(id, { enabled }, by);
    return edited.ok ? oneServer(core, id) : edited;
  }

  return {
    'server/list': async () => ok(await registryView(core)),
    'server/show': ({ id }) => oneServer(core, id),

    'server/preview': async ({ id, registration }) => {
      const draft = whole(registration);
      return draft.ok ? ok(await launchView(core, id, draft.value)) : draft;
    },

    'server/add': async ({ id, registration, confirm: hash, executable }, { surface }) => {
      const draft = whole(registration);
      if (!draft.ok) return draft;
      const may = hash === undefined ? null : await mayConfirm(id, draft.value, hash, executable);
      if (may !== null && !may.ok) return may;
      const added = await core.registry.add(id, draft.value, surface);
      if (!added.ok) return added;
      record('config_change', id, surface, { change: 'add', values: draft.value });
      if (hash !== undefined && may !== null) {
        const confirmed = await confirm(id, hash, may.value.executable, surface);
        if (!confirmed.ok) return confirmed;
      }
      return oneServer(core, id);
    },

    'server/edit': async ({ id, changes, confirm: hash, executable }, { surface }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      const given = withoutUndefined(changes);
      const next = whole({
        ...found.value.written,
        ...given,
        timeouts: { ...found.value.written.timeouts, ...withoutUndefined(changes.timeouts ?? {}) },
      });
      if (!next.ok) return next;
      const may = hash === undefined ? null : await mayConfirm(id, next.value, hash, executable);
      if (may !== null && !may.ok) return may;
      const fields = Object.keys(given) as (keyof Registration)[];
      const edited = await change(
        id,
        Object.fromEntries(fields.map((field) => [field, next.value[field]])),
        surface,
      );
      if (!edited.ok) return edited;
      if (hash !== undefined && may !== null) {
        const confirmed = await confirm(id, hash, may.value.executable, surface);
        if (!confirmed.ok) return confirmed;
      }
      return oneServer(core, id);
    },

    'server/remove': async ({ id }, { surface }) => {
      const removed = await core.registry.remove(id, surface);
      if (!removed.ok) return removed;
      record('config_change', id, surface, { change: 'remove' });
      await core.supervisor.reconcile();
      core.catalog.forget(id);
      return ok({ done: true });
    },

    'server/enable': ({ id }, { surface }) => setEnabled(id, true, surface),
    'server/disable': ({ id }, { surface }) => setEnabled(id, false, surface),

    'server/launch': async ({ id }) => {
      const found = findServer(core, id);
      return found.ok ? ok(await launchView(core, id, found.value.written)) : found;
    },

    'server/confirm': async ({ id, launch_hash, executable }, { surface }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      const may = await mayConfirm(id, found.value.written, launch_hash, executable);
      if (!may.ok) return may;
      const confirmed = await confirm(id, launch_hash, may.value.executable, surface);
      if (!confirmed.ok) return confirmed;
      await core.supervisor.reconcile();
      return oneServer(core, id);
    },

    'server/connect': async ({ id }, { signal }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      // A person's wish is a try now; the pause after failures is for callers.
      if (core.supervisor.state(id).state === 'failed') await core.supervisor.disconnect(id);
      const link = await core.supervisor.connect(id, signal);
      if (!link.ok) return link;
      const discovered = await core.catalog.ensureDiscovered(link.value, signal);
      return discovered.ok ? oneServer(core, id) : discovered;
    },

    'server/disconnect': async ({ id }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      await core.supervisor.disconnect(id);
      return oneServer(core, id);
    },

    'server/log': ({ id }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      const { lines, dropped } = core.supervisor.log(id);
      return ok({ lines: [...lines], dropped });
    },
  };
}
