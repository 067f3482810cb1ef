import { fail, ok, type Result } from '../../kernel/result.ts';
import type { RegisteredServer } from '../../registry/registry.ts';
import { mayRun } from '../../servers/may-run.ts';
import { scriptsKey } from '../../servers/package-facts.ts';
import type { Core } from '../core.ts';
import type { Handlers } from '../serve.ts';
import { findServer, launchView, oneServer } from './server-views.ts';

type PackageHandlers = Pick<
  Handlers,
  'package/show' | 'package/check' | 'package/update' | 'package/scripts'
>;

export function packageHandlers(core: Core): PackageHandlers {
  /** Ends the servers that run this package, so that each next start is by what holds now. */
  async function stopAll({ registration }: RegisteredServer): Promise<void> {
    const keyOf = (each: RegisteredServer['registration']) => scriptsKey(each, process.platform);
    const key = keyOf(registration);
    const { servers } = core.registry.snapshot();
    const users = servers.filter((server) => keyOf(server.registration) === key);
    await Promise.all(users.map(({ id }) => core.supervisor.disconnect(id)));
  }

  /** npm is run for what a person has said yes to, and for nothing else. */
  function confirmed(id: string): Result<RegisteredServer> {
    const found = findServer(core, id);
    return found.ok ? mayRun(id, found.value) : found;
  }

  return {
    'package/show': async ({ id }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      const { effective } = await launchView(core, id, found.value.written);
      return effective === null
        ? fail('bad_arguments', `“${id}” is not started by npx: it runs as written.`, {
            params: { id },
          })
        : ok(effective);
    },

    'package/check': async ({ id }, { signal }) => {
      const server = confirmed(id);
      if (!server.ok) return server;
      const checked = await core.packages.check(server.value, signal);
      return checked.ok ? ok({ server_id: id, ...checked.value }) : checked;
    },

    'package/update': async ({ id, version }, { surface, signal }) => {
      const server = confirmed(id);
      if (!server.ok) return server;
      const stop = () => core.supervisor.disconnect(id);
      const updated = await core.packages.update(server.value, version, surface, { signal, stop });
      if (!updated.ok) return updated;
      await core.packages.sweep();
      return oneServer(core, id);
    },

    'package/scripts': async ({ id, allow }, { surface }) => {
      const found = findServer(core, id);
      if (!found.ok) return found;
      const said = core.packages.allowScripts(found.value, allow, surface);
      if (!said.ok) return said;
      await stopAll(found.value);
      return oneServer(core, id);
    },
  };
}
