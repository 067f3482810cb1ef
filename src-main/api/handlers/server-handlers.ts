import { fail, ok, type Result } from '../../kernel/result.ts';
import type { Surface } from '../../kernel/surface.ts';
import { checkRegistration } from '../../registry/check-registration.ts';
import { launchHash } from '../../registry/launch-hash.ts';
import { Registration, type RegistrationChanges } from '../../registry/registration.ts';
import type { RegisteredServer } from '../../registry/registry.ts';
import { replacementOf } from '../../servers/describe-launch-file.ts';
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

/** Real paths of what a launch runs: as written, and in its place. */
interface Programs {
  readonly executable: string | null;
  readonly effective: string | null;
}

/** What a person saw of them; undefined where they were not asked. */
interface ShownBeside {
  readonly executable?: string | null | undefined;
  readonly effective_executable?: string | null | undefined;
}

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
    shown: ShownBeside,
  ): Promise<Result<Programs>> {
    const actual = launchHash(id, registration);
    if (actual !== hash)
      // The right one is only ever shown beside the whole launch.
      return fail('hash_mismatch', `${hash} is not the hash of this launch.`, {
        fix: 'Look at the launch again and confirm what you see.',
        params: { given: hash },
      });
    const described = await core.describeLaunch(id, registration);
    if (described.refusal !== null) return fail(described.refusal);
    const { executable } = described;
    const now: Programs = { executable, effective: replacementOf(described) };
    const before = core.registry.get(id);
    const isFirst = before === undefined || before.trust === 'unconfirmed';
    const { executable: written, effective_executable: given } = shown;
    const last: Programs = isFirst
      ? now
      : { executable: before.confirmed_executable, effective: before.confirmed_effective };
    const expected: Programs = {
      executable: written === undefined ? last.executable : written,
      // Where nothing stands in for the command, what is shown as effective is the command itself.
      effective: given === undefined ? last.effective : given === executable ? null : given,
    };
    const field = expected.executable === now.executable ? 'effective' : 'executable';
    return expected[field] === now[field]
      ? ok(now)
      : fail(
          'hash_mismatch',
          `This launch now runs ${now[field] ?? 'nothing'}, not ${expected[field] ?? 'nothing'}.`,
          {
            fix: 'Look at the launch again and confirm it together with the executable you see.',
            params: { id, executable: now[field] ?? '', expected: expected[field] ?? '' },
          },
        );
  }

  async function confirm(
    id: string,
    hash: string,
    { executable, effective }: Programs,
    by: Surface,
  ): Promise<Result<RegisteredServer>> {
    const confirmed = await core.registry.confirm(id, hash, executable, by, effective);
    const beside = effective === null ? {} : { effective_executable: effective };
    if (confirmed.ok) record('confirmation', id, by, { launch_hash: hash, executable, ...beside });
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

    'server/add': async ({ id, registration, confirm: hash, ...shown }, { surface }) => {
      const draft = whole(registration);
      if (!draft.ok) return draft;
      const may = hash === undefined ? null : await mayConfirm(id, draft.value, hash, shown);
      if (may !== null && !may.ok) return may;
      const added = await core.registry.add(id, draft.value, surface);
      if (!added.ok) return added;
      record('config_change', id, surface, { change: 'add', values: draft.value });
      if (hash !== undefined && may !== null) {
        const confirmed = await confirm(id, hash, may.value, surface);
        if (!confirmed.ok) return confirmed;
      }
      return oneServer(core, id);
    },

    'server/edit': async ({ id, changes, confirm: hash, ...shown }, { surface }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      const given = withoutUndefined(changes);
      const next = whole({
        ...found.value.written,
        ...given,
        timeouts: { ...found.value.written.timeouts, ...withoutUndefined(changes.timeouts ?? {}) },
      });
      if (!next.ok) return next;
      const may = hash === undefined ? null : await mayConfirm(id, next.value, hash, shown);
      if (may !== null && !may.ok) return may;
      const fields = Object.keys(given) as (keyof Registration)[];
      const edited = await change(
        id,
        Object.fromEntries(fields.map((field) => [field, next.value[field]])),
        surface,
      );
      if (!edited.ok) return edited;
      if (hash !== undefined && may !== null) {
        const confirmed = await confirm(id, hash, may.value, surface);
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
      await core.packages.sweep();
      return ok({ done: true });
    },

    'server/enable': ({ id }, { surface }) => setEnabled(id, true, surface),
    'server/disable': ({ id }, { surface }) => setEnabled(id, false, surface),

    'server/launch': async ({ id }) => {
      const found = findServer(core, id);
      return found.ok ? ok(await launchView(core, id, found.value.written)) : found;
    },

    'server/confirm': async ({ id, launch_hash, ...shown }, { surface }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      const may = await mayConfirm(id, found.value.written, launch_hash, shown);
      if (!may.ok) return may;
      const confirmed = await confirm(id, launch_hash, may.value, surface);
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
