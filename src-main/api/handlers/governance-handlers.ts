import type { Approval, TrustItem } from '../../../src-preload/contract/index.ts';
import { exportText } from '../../journal/journal-export.ts';
import { fail, ok } from '../../kernel/result.ts';
import type { PendingApproval } from '../../policy/approvals.ts';
import type { Core } from '../core.ts';
import type { Handlers } from '../serve.ts';
import { masked } from './server-views.ts';

type GovernanceHandlers = Pick<
  Handlers,
  | 'approvals/list'
  | 'approvals/answer'
  | 'approvals/open'
  | 'calls/pause'
  | 'calls/resume'
  | 'grant/list'
  | 'grant/revoke'
  | 'trust/list'
  | 'trust/accept'
  | 'journal/list'
  | 'journal/show'
  | 'journal/export'
  | 'journal/verify'
>;

const EXPORT_PAGE = 1_000;

export function governanceHandlers(core: Core): GovernanceHandlers {
  const approvalView = (pending: PendingApproval): Approval => {
    const { pin: _pin, policy_version: _policy, classifier_version: _version, ...shown } = pending;
    const masked = core.redactor.json(pending.arguments);
    return {
      ...shown,
      client_label: core.clients.list().find(({ id }) => id === pending.client)?.label ?? null,
      arguments:
        typeof masked === 'object' && masked !== null
          ? Object.fromEntries(Object.entries(masked))
          : {},
      reasons: pending.reasons.map((reason) => ({ ...reason, params: { ...reason.params } })),
      asked_at: new Date(pending.asked_at).toISOString(),
      expires_at: new Date(pending.expires_at).toISOString(),
    };
  };

  /** Everything that was edited from outside and waits, wherever it is kept. */
  const waiting = (): TrustItem[] => [
    ...core.registry
      .snapshot()
      .servers.filter((server) => server.trust === 'pending')
      .map((server) => ({
        item: `server:${server.id}`,
        title: server.registration.name || server.id,
        changes: masked(core, server.changes),
        problem: null,
      })),
    ...[core.policy, core.agents, core.settings].flatMap((part) =>
      part.pending().map((item) => ({
        ...item,
        changes: masked(core, item.changes),
        problem: item.problem === null ? null : { ...item.problem },
      })),
    ),
  ];

  const setPaused = (paused: boolean, agent: string | undefined, surface: unknown) => {
    if (agent !== undefined && core.agents.get(agent) === undefined)
      return fail('not_found', `There is no agent "${agent}".`, { params: { agent } });
    const kept = paused ? core.pauses.pause(agent) : core.pauses.resume(agent);
    if (!kept.ok) return kept;
    core.journal.append({
      kind: 'pause',
      ...(agent === undefined ? {} : { agent }),
      decision: paused ? 'pause' : 'resume',
      detail: { surface },
    });
    return ok({ done: true as const });
  };

  return {
    'approvals/list': () => ok(core.approvals.list().map(approvalView)),
    'approvals/answer': ({ id, answer }, { surface }) => {
      const answered = core.approvals.answer(id, answer, surface);
      return answered.ok ? ok({ done: true, collected_later: answered.value.detached }) : answered;
    },
    'approvals/open': () => {
      if (core.window === null) return fail('unavailable', 'There is no window here.');
      core.window.openApprovals();
      return ok({ done: true });
    },
    'calls/pause': ({ agent }, { surface }) => setPaused(true, agent, surface),
    'calls/resume': ({ agent }, { surface }) => setPaused(false, agent, surface),

    'grant/list': () =>
      ok(
        core.grants.list().map(({ id, kind, agent, client, server_id, tool, risk }) => ({
          ...{ id, kind, agent, client, server_id, tool, risk },
        })),
      ),
    'grant/revoke': ({ id }, { surface }) => {
      const grant = core.grants.list().find((one) => one.id === id);
      const revoked = core.grants.revoke(id);
      if (!revoked.ok) return revoked;
      core.journal.append({
        kind: 'grant',
        decision: 'revoked',
        ...(grant === undefined
          ? {}
          : { agent: grant.agent, server_id: grant.server_id, tool: grant.tool }),
        detail: { id, surface },
      });
      core.emit({ name: 'trust/changed', body: {} });
      return ok({ done: true });
    },

    'trust/list': () => ok(waiting()),
    'trust/accept': async ({ item }, { surface }) => {
      const found = waiting().find((candidate) => candidate.item === item);
      if (found === undefined)
        return fail('not_found', `Nothing waits under "${item}".`, {
          fix: 'List what waits with `gatehouse trust list`.',
        });
      const accepted = item.startsWith('server:')
        ? await core.registry.accept(item.slice('server:'.length), surface)
        : ((await owningPart(core, item)?.accept(item, surface)) ??
          fail('not_found', `Nothing waits under "${item}".`));
      if (!accepted.ok) return accepted;
      core.journal.append(
        { kind: 'acceptance', detail: { item, changes: found.changes, surface } },
        { durable: true },
      );
      if (item.startsWith('server:')) await core.catalog.regrade(item.slice('server:'.length));
      return ok({ done: true });
    },

    'journal/list': async (filter) => {
      if (filter.text !== undefined) await core.journal.indexed();
      return ok(core.journal.list(filter));
    },
    'journal/show': ({ seq }) => core.journal.show(seq),
    'journal/export': async ({ format, limit = EXPORT_PAGE, ...filter }, { surface }) => {
      const first = filter.before_seq === undefined;
      if (first) {
        const noted = core.journal.append({ kind: 'export', detail: { format, filter, surface } });
        if (!noted.ok) return noted;
      }
      if (filter.text !== undefined) await core.journal.indexed();
      const page = core.journal.page({ ...filter, limit });
      const { text, count } = exportText(page.entries, { format, header: first });
      const cut = count < page.entries.length ? page.entries[count - 1]?.seq : undefined;
      return ok({ text, next_before_seq: cut ?? page.next_before_seq });
    },
    'journal/verify': () => {
      const verdict = core.journal.verify();
      return ok({ ...verdict, problems: verdict.problems.map((problem) => ({ ...problem })) });
    },
  };
}

const owningPart = (core: Core, item: string) =>
  [core.policy, core.agents, core.settings].find((part) =>
    part.pending().some((candidate) => candidate.item === item),
  );
