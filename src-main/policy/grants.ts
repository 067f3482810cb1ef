import { z } from 'zod';
import type { RiskLevel } from '../judgement/risk.ts';
import { hashOf } from '../kernel/canonical-json.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Trust } from '../trust/trust.ts';

export const Grant = z.object({
  agent: z.string(),
  client: z.string().nullable(),
  server_id: z.string(),
  tool: z.string(),
  pin: z.string(),
  risk: z.enum(['low', 'medium', 'high']),
  classifier_version: z.number(),
});
/** A remembered yes, and the grade and classifier version it was given under. */
export type Grant = z.infer<typeof Grant>;

export interface Grants {
  /** The grant that covers this call as it is now; a changed pin or a risen grade is not covered. */
  find(call: Omit<Grant, 'classifier_version'>): 'session' | 'always' | null;
  remember(kind: 'session' | 'always', grant: Grant): Result<void>;
  list(): readonly (Grant & { readonly id: string; readonly kind: 'session' | 'always' })[];
  /** From the next call on it asks again. not_found when there is no such grant. */
  revoke(id: string): Result<void>;
}

const RANK: Record<RiskLevel, number> = { low: 0, medium: 1, high: 2 };

/** `always` holds for the agent and this tool as pinned; `session` for one client, until this owner ends. */
export function createGrants(trust: Trust): Grants {
  const session = new Map<string, Grant>();
  const covers = (grant: Grant, call: Omit<Grant, 'classifier_version'>): boolean =>
    grant.pin === call.pin && RANK[call.risk] <= RANK[grant.risk];
  const always = (call: { agent: string; server_id: string; tool: string }) =>
    hashOf({ agent: call.agent, server_id: call.server_id, tool: call.tool });
  const once = (call: { agent: string; client: string | null; server_id: string; tool: string }) =>
    hashOf({ agent: call.agent, client: call.client, server_id: call.server_id, tool: call.tool });

  return {
    find: (call) => {
      const kept = Grant.safeParse(trust.get('grant', always(call)));
      if (kept.success && covers(kept.data, call)) return 'always';
      const now = session.get(once(call));
      return now !== undefined && covers(now, call) ? 'session' : null;
    },
    remember: (kind, grant) => {
      if (kind === 'always') return trust.put('grant', always(grant), grant);
      session.set(once(grant), grant);
      return ok();
    },
    list: () => [
      ...[...session].map(([id, grant]) => ({
        ...grant,
        id: `session-${id}`,
        kind: 'session' as const,
      })),
      ...trust.list('grant').flatMap(({ id, value }) => {
        const grant = Grant.safeParse(value);
        return grant.success ? [{ ...grant.data, id, kind: 'always' as const }] : [];
      }),
    ],
    revoke: (id) => {
      if (id.startsWith('session-') && session.delete(id.slice('session-'.length))) return ok();
      if (trust.list('grant').some((row) => row.id === id)) return trust.remove('grant', id);
      return fail('not_found', `There is no remembered yes "${id}".`, {
        fix: 'List them with `gatehouse grant list`.',
      });
    },
  };
}
