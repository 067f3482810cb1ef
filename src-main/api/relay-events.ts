import type { Core } from './core.ts';
import { followGatewayPort } from './gateway-port.ts';

/** Turns what the parts tell each other into the contract's events. Returns its undo. */
export function relayEvents(core: Core): () => void {
  const { emit } = core;
  const server = (id: string | null) => emit({ name: 'server/changed', body: { id } });
  const undo = [
    core.registry.changed.subscribe(({ id }) => {
      void core.supervisor.reconcile();
      server(id);
      emit({ name: 'trust/changed', body: {} });
    }),
    core.supervisor.changed.subscribe(({ id }) => server(id)),
    core.catalog.changed.subscribe(({ id }) => server(id)),
    core.catalog.probed.subscribe(({ id }) => server(id)),
    core.supervisor.logLine.subscribe((body) => emit({ name: 'log/line', body })),
    core.catalog.progress.subscribe((body) => emit({ name: 'probe/progress', body })),
    core.approvals.changed.subscribe((body) => emit({ name: 'approvals/changed', body })),
    core.journal.appended.subscribe((body) => emit({ name: 'journal/appended', body })),
    core.settings.changed.subscribe((body) => emit({ name: 'settings/changed', body })),
    core.gateway.changed.subscribe((body) => {
      emit({ name: 'gateway/changed', body });
      emit({ name: 'clients/changed', body });
    }),
    followGatewayPort(core),
    ...[core.agents.changed, core.pauses.changed].map((topic) =>
      topic.subscribe(() => emit({ name: 'agents/changed', body: {} })),
    ),
    core.clients.changed.subscribe(() => {
      emit({ name: 'clients/changed', body: {} });
      // How many clients an agent has is part of it.
      emit({ name: 'agents/changed', body: {} });
    }),
    ...[core.policy.changed, core.agents.changed, core.pauses.changed].map((topic) =>
      topic.subscribe(() => emit({ name: 'trust/changed', body: {} })),
    ),
  ];
  return () => {
    for (const stop of undo) stop();
  };
}
