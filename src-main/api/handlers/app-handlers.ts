import type { Paste, RequestOutput } from '../../../src-preload/contract/index.ts';
import { fail, ok } from '../../kernel/result.ts';
import type { Core } from '../core.ts';
import { runDoctor } from '../doctor.ts';
import { withGatewayPort } from '../gateway-port.ts';
import { outranks } from '../owner.ts';
import type { Handlers } from '../serve.ts';
import { statusView } from './status-view.ts';

type AppHandlers = Pick<
  Handlers,
  | 'status/show'
  | 'owner/hand-over'
  | 'doctor/run'
  | 'secret/list'
  | 'secret/set'
  | 'secret/remove'
  | 'secret/store'
  | 'settings/get'
  | 'settings/set'
  | 'paste/parse'
  | 'dialog/pick-folder'
  | 'starter/draft'
>;

export function appHandlers(core: Core): AppHandlers {
  /** Ids of the servers that name a secret. */
  const usersOf = (name: string): string[] =>
    core.registry
      .snapshot()
      .servers.filter(
        ({ written }) => written.env_keys.includes(name) || written.auth.env_key === name,
      )
      .map((server) => server.id);

  return {
    'status/show': async (_, { role }) => ok(await statusView(core, role)),
    'owner/hand-over': ({ kind }) => {
      if (!outranks({ kind, for_clients: false }, core.owner))
        return fail('owner_busy', `A ${kind} does not take over from ${core.owner.kind}.`);
      core.handOver(kind);
      return ok({ done: true });
    },
    'doctor/run': async () => ok(await runDoctor(core)),

    'secret/list': async () => {
      const names = await core.secrets.names();
      if (!names.ok) return names;
      return ok(
        names.value.map((name) => ({
          name,
          store: core.secrets.kind,
          used_by: usersOf(name),
          updated_at: null,
        })),
      );
    },
    'secret/set': async ({ name, value }, { surface }) => {
      const set = await core.secrets.set(name, value);
      if (!set.ok) return set;
      core.journal.append({
        kind: 'secret_set',
        detail: { name, store: core.secrets.kind, surface },
      });
      core.emit({ name: 'server/changed', body: { id: null } });
      return ok({ done: true });
    },
    'secret/remove': async ({ name }, { surface }) => {
      const removed = await core.secrets.remove(name);
      if (!removed.ok) return removed;
      if (!removed.value)
        return fail('not_found', `There is no secret named ${name}.`, { params: { name } });
      core.journal.append({ kind: 'secret_removed', detail: { name, surface } });
      core.emit({ name: 'server/changed', body: { id: null } });
      return ok({ done: true });
    },
    'secret/store': async ({ kind }, { surface }) => {
      const set = await core.settings.set({ secret_store: kind }, surface);
      if (!set.ok) return set;
      core.journal.append({
        kind: 'config_change',
        detail: { change: 'secret store', store: kind, surface },
      });
      return ok({ done: true });
    },

    'settings/get': () => ok(structuredClone(core.settings.get()) as RequestOutput<'settings/get'>),
    'settings/set': async ({ changes }, { surface }) => {
      const set = await withGatewayPort(core, changes, () => core.settings.set(changes, surface));
      if (!set.ok) return set;
      core.journal.append({
        kind: 'config_change',
        detail: { change: 'settings', values: changes, surface },
      });
      return ok(structuredClone(core.settings.get()) as RequestOutput<'settings/get'>);
    },

    'paste/parse': ({ text }) => {
      const parsed = core.parsePaste(text);
      return parsed.ok ? ok(structuredClone(parsed.value) as Paste) : parsed;
    },
    'dialog/pick-folder': async () => {
      if (core.window === null) return fail('unavailable', 'There is no window here.');
      return ok({ path: await core.window.pickFolder() });
    },
    'starter/draft': ({ folder }) =>
      ok({
        id: freeId(core, 'files'),
        registration: {
          name: 'Files',
          transport: 'stdio',
          command_argv: ['node', core.bundledFilesystemServer, folder],
        },
      }),
  };
}

function freeId(core: Core, wanted: string): string {
  const { servers, invalid } = core.registry.snapshot();
  const taken = new Set([...servers, ...invalid].map((entry) => entry.id));
  let id = wanted;
  for (let n = 2; taken.has(id); n += 1) id = `${wanted}-${n}`;
  return id;
}
