import {
  type Role,
  type Status,
  standingOf,
  type Tone,
} from '../../../src-preload/contract/index.ts';
import type { Core } from '../core.ts';
import { registryView } from './server-views.ts';

function gatewayView(core: Core): Status['gateway'] {
  const { state, address, failure } = core.gateway.state();
  const clients = core.clients.list().length;
  return { state, address, failure: failure === null ? null : { ...failure }, clients };
}

export async function statusView(core: Core, role: Role): Promise<Status> {
  const [registry, store] = await Promise.all([registryView(core), core.secrets.state()]);
  const tones = registry.servers.map((server) => standingOf(server).tone);
  const count = (wanted: Tone) => tones.filter((tone) => tone === wanted).length;
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
      disabled: count('off'),
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
