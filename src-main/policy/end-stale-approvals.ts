import type { Catalog } from '../catalog/catalog.ts';
import type { ClientTokens } from '../trust/client-tokens.ts';
import type { Approvals, PendingApproval } from './approvals.ts';
import type { PolicyStore } from './policy-file.ts';

/**
 * Ends, as soon as it is known, each question that no call waits for and none can take up any more:
 * other rules hold, the tool is another, or the client was revoked. Gives its undo.
 */
export function endStaleApprovals(parts: {
  readonly approvals: Approvals;
  readonly policy: Pick<PolicyStore, 'changed' | 'get'>;
  readonly catalog: Pick<Catalog, 'changed' | 'tool'>;
  readonly clients: Pick<ClientTokens, 'changed' | 'list'>;
}): () => void {
  const { approvals, policy, catalog, clients } = parts;
  const isStale = ({ policy_version, server_id, tool, pin, client }: PendingApproval): boolean => {
    // A tool that is not there now may come back as it was.
    const now = catalog.tool(server_id, tool);
    return (
      policy.get().version !== policy_version ||
      (now !== undefined && now.pin !== pin) ||
      (client !== null && !clients.list().some(({ id }) => id === client))
    );
  };
  const look = () => approvals.endStale(isStale);
  const stops = [policy.changed, catalog.changed, clients.changed].map((topic) =>
    topic.subscribe(look),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
