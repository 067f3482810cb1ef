import { fail, ok, type Result } from '../kernel/result.ts';
import type { Registration } from '../registry/registration.ts';
import type { RegisteredServer } from '../registry/registry.ts';

/** Whether a server may be started or contacted at all; asked before anything else, and again at every use. */
export function mayRun(id: string, server: RegisteredServer | undefined): Result<RegisteredServer> {
  if (server === undefined) {
    return fail('not_found', `There is no server “${id}”.`, { params: { id } });
  }
  if (!server.registration.enabled || !server.written.enabled) {
    return fail('disabled', `“${id}” is switched off.`, {
      fix: `Switch it on: gatehouse server enable ${id}`,
      params: { id },
    });
  }
  if (server.trust === 'unconfirmed' || server.trust === 'changed') {
    const what =
      server.trust === 'changed' ? 'has changed since it was confirmed' : 'has not been confirmed';
    return fail('unconfirmed', `What “${id}” starts or contacts ${what}, so nothing is run.`, {
      fix: `Look at it and confirm it: gatehouse server confirm ${id}`,
      params: { id, launch_hash: server.launch_hash },
    });
  }
  return ok(server);
}

/** `unconfirmed` when the command now leads to another executable than the one that was confirmed. */
export function sameExecutable(server: RegisteredServer, executable: string | null): Result<void> {
  if (server.confirmed_executable === executable) return ok();
  const before = server.confirmed_executable ?? 'nothing';
  const now = executable ?? 'nothing';
  return fail(
    'unconfirmed',
    `“${server.registration.command_argv[0] ?? ''}” now leads to ${now}; ${before} was confirmed.`,
    {
      fix: `If that is intended, confirm it again: gatehouse server confirm ${server.id}`,
      params: { id: server.id, before, after: now },
    },
  );
}

/** Equal as long as a running connection still is what the registration describes. */
export function connectionFingerprint(registration: Registration): string {
  const { transport, command_argv, cwd, env, env_keys, url, auth, capabilities } = registration;
  const plain = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([transport, command_argv, cwd, plain, env_keys, url, auth, capabilities]);
}
