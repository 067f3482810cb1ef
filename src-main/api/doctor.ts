import type { z } from 'zod';
import {
  type Doctor,
  type DoctorCheck,
  type DoctorSaid,
  doctorText,
  failureLine,
  fixText,
  type Server,
  troublesOf,
} from '../../src-preload/contract/index.ts';
import { FAILURE_KINDS, type Failure } from '../kernel/failure.ts';
import type { Core } from './core.ts';
import { registryView } from './handlers/server-views.ts';

type Check = z.infer<typeof DoctorCheck>;

/** Looks at everything a person may have to mend; reads only, starts nothing. */
export async function runDoctor(core: Core): Promise<Doctor> {
  const [registry, store] = await Promise.all([registryView(core), core.secrets.state()]);
  const verdict = core.journal.verify();
  const broken = core.trust.broken();
  const checks: Check[] = [
    saying('home', 'Home folder', 'ok', 'home', {
      ...{ home: core.paths.home, owner: core.owner.kind, pid: core.owner.pid },
      ...{ version: core.version, node: process.versions.node },
    }),
    integrityCheck(core),
    {
      ...(store.available
        ? saying('secret-store', 'Secret store', 'ok', 'store_works', { reason: store.reason })
        : saying('secret-store', 'Secret store', 'warning', 'store_fails', {
            reason: store.reason,
          })),
      ways: store.available ? [] : [{ way: 'open_secret_store' }],
    },
    registry.problem === null
      ? saying('registry', 'Registry', 'ok', 'registry_read', {
          ...{ path: registry.path, servers: registry.servers.length },
          version: registry.config_version,
        })
      : saying('registry', 'Registry', 'error', 'registry_unreadable', {
          ...{ path: registry.path, place: at(registry.problem) },
          reason: registry.problem.message,
        }),
    ...registry.invalid.map((entry) =>
      saying(`server:${entry.id}`, `Server ${entry.id}`, 'error', 'entry_invalid', {
        ...{ reason: entry.message, place: at(entry) },
      }),
    ),
    ...registry.servers.flatMap(serverChecks),
    gatewayCheck(core),
    ...[core.policy.get().problem, ...core.agents.list().map((agent) => agent.problem)].flatMap(
      (problem): Check[] =>
        problem === null
          ? []
          : [
              {
                ...{ id: 'policy', level: 'error', title: 'Policy and agents' },
                ...{ detail: problem.message, fix: problem.fix ?? null },
                failure: { ...problem },
              },
            ],
    ),
    broken.length === 0
      ? saying('trust', 'What you accepted', 'ok', 'trust_whole')
      : saying('trust', 'What you accepted', 'error', 'trust_broken', {
          rows: broken.length,
          some: broken
            .slice(0, 5)
            .map((row) => `${row.kind} ${row.id}`)
            .join(', '),
        }),
    verdict.intact
      ? saying('journal', 'Journal', 'ok', 'journal_whole', { entries: verdict.entries })
      : saying('journal', 'Journal', 'error', 'journal_broken', {
          reason: verdict.problems[0]?.message ?? 'The chain is broken.',
        }),
  ];
  return { checks };
}

/**
 * The report on a home that cannot even be opened, because of its files, its disk or its journal:
 * that is when it is needed most. null for every other failure.
 */
export function doctorWithoutHome({ code, message, fix }: Failure): Doctor | null {
  if (FAILURE_KINDS[code] !== 'file' && code !== 'journal_unavailable') return null;
  const closed = saying('home', 'Home folder', 'error', 'home_closed', { reason: message });
  return {
    checks: [
      { ...closed, fix: fix ?? closed.fix },
      saying('unchecked', 'Everything else', 'note', 'unchecked'),
    ],
  };
}

/** A finding with its words, which other languages make from its code and facts. */
function saying(
  id: string,
  title: string,
  level: Check['level'],
  code: DoctorSaid['code'],
  facts: DoctorSaid['facts'] = {},
): Check {
  const said = { code, facts };
  return { id, level, title, ...doctorText(said, 'en'), said };
}

function integrityCheck(core: Core): Check {
  const found = (level: Check['level'], code: DoctorSaid['code']) =>
    saying('integrity-key', 'Integrity key', level, code, { reason: core.integrity.reason });
  switch (core.integrity.source) {
    case 'keychain':
      return found('ok', 'key_in_keychain');
    case 'file':
      return found('note', 'key_in_file');
    case 'missing':
      return found('error', 'key_missing');
  }
}

function gatewayCheck(core: Core): Check {
  const [id, title] = ['gateway', 'Gateway'] as const;
  const gateway = core.gateway.state();
  switch (gateway.state) {
    case 'listening':
      return saying(id, title, 'ok', 'gateway_listens', {
        ...{ address: gateway.address, clients: core.clients.list().length },
      });
    case 'off':
      return saying(id, title, 'note', 'gateway_off');
    case 'failed':
      return {
        ...{ id, title, level: 'error' },
        detail: gateway.failure.message,
        fix: gateway.failure.fix ?? null,
        failure: { ...gateway.failure },
        ways: [{ way: 'change_port' }],
      };
  }
}

/** What is wrong with a server, as its card says it, with the commands that mend it. */
function serverChecks(server: Server): Check[] {
  const { id, registration } = server;
  return troublesOf(server).map(({ tone, code, failure, ways, since, retry_at }) => ({
    id: `server:${id}`,
    level: tone === 'failing' || code === 'secrets' ? 'error' : 'warning',
    title: `Server ${id}`,
    detail: failureLine(failure, 'en'),
    fix: fixText(failure, ways, id, registration.transport),
    server_id: id,
    failure,
    ways: [...ways],
    ...(since === null ? {} : { since }),
    ...(retry_at === null ? {} : { retry_at }),
  }));
}

const at = (place: { line: number | null; column: number | null }): string =>
  place.line === null ? '' : ` (line ${place.line}, column ${place.column ?? 1})`;
