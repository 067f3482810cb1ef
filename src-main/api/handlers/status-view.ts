import type { Role, Server, Status } from '../../../src-preload/contract/index.ts';
import type { Core } from '../core.ts';
import { registryView } from './server-views.ts';

export type Health = 'ok' | 'needs_you' | 'failing' | 'disabled' | 'idle';

/** One word for a card, the tray and the counts. Disabled wins, then what only a person can mend. */
export function healthOf(server: Server): Health {
  if (!server.registration.enabled) return 'disabled';
  if (server.trust !== 'confirmed' || server.missing_secrets.length > 0) return 'needs_you';
  if (server.tools !== null && server.tools.held > 0) return 'needs_you';
  if (server.connection.state === 'ready') return 'ok';
  if (server.connection.state === 'failed') return 'failing';
  if (server.probe === null || server.probe.stale) return 'idle';
  return server.probe.status === 'ok' ? 'ok' : 'failing';
}

function gatewayView(core: Core): Status['gateway'] {
  const { state, address, failure } = core.gateway.state();
  const clients = core.clients.list().length;
  return { state, address, failure: failure === null ? null : { ...failure }, clients };
}

export async function statusView(core: Core, role: Role): Promise<Status> {
  const [registry, store] = await Promise.all([registryView(core), core.secrets.state()]);
  const health = registry.servers.map(healthOf);
  const count = (wanted: Health) => health.filter((word) => word === wanted).length;
  return {
    version: core.version,
    home: core.paths.home,
    owner: { kind: core.owner.kind, pid: core.owner.pid },
    integrity_key: core.integrity.source,
    secret_store: { kind: core.secrets.kind, available: store.available, reason: store.reason },
    servers: {
      total: registry.servers.length + registry.invalid.length,
      ok: count('ok'),
      needs_you: count('needs_you') + registry.invalid.length,
      failing: count('failing'),
      disabled: count('disabled'),
    },
    gateway: gatewayView(core),
    approvals: core.approvals.list().length,
    trust_items:
      registry.servers.filter((server) => server.trust === 'pending').length +
      core.policy.pending().length +
      core.agents.pending().length +
      core.settings.pending().length,
    paused: core.pauses.all,
    may_approve:
      role !== 'cli' ||
      core.owner.kind !== 'desktop' ||
      core.settings.get().approvals.answer_from === 'cli',
  };
}
