import type { z } from 'zod';
import {
  type Doctor,
  type DoctorCheck,
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
    {
      id: 'home',
      level: 'ok',
      title: 'Home folder',
      detail: `${core.paths.home}, owned by ${core.owner.kind} (pid ${core.owner.pid}), Gatehouse ${core.version} on Node ${process.versions.node}.`,
      fix: null,
    },
    integrityCheck(core),
    {
      id: 'secret-store',
      level: store.available ? 'ok' : 'warning',
      title: 'Secret store',
      detail: store.reason,
      fix: store.available
        ? null
        : 'Unlock or install a keychain service (on Debian: gnome-keyring), or choose the file: gatehouse secret store file',
      ways: store.available ? [] : [{ way: 'open_secret_store' }],
    },
    registry.problem === null
      ? {
          id: 'registry',
          level: 'ok',
          title: 'Registry',
          detail: `${registry.path}: ${registry.servers.length} servers, configuration version ${registry.config_version}.`,
          fix: null,
        }
      : {
          id: 'registry',
          level: 'error',
          title: 'Registry',
          detail: `${registry.path}${at(registry.problem)}: ${registry.problem.message}`,
          fix: 'Mend the file by hand; Gatehouse does not write to it until then. Earlier versions are in backups.',
        },
    ...registry.invalid.map(
      (entry): Check => ({
        id: `server:${entry.id}`,
        level: 'error',
        title: `Server ${entry.id}`,
        detail: `${entry.message}${at(entry)}`,
        fix: 'Mend the entry in the file, or remove it.',
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
                id: problem.code,
                level: 'error',
                title: 'Policy and agents',
                detail: problem.message,
                fix: problem.fix ?? null,
              },
            ],
    ),
    {
      id: 'trust',
      level: broken.length === 0 ? 'ok' : 'error',
      title: 'What you accepted',
      detail:
        broken.length === 0
          ? 'Every row is whole.'
          : `${broken.length} rows do not carry our mark and are not believed: ${broken
              .slice(0, 5)
              .map((row) => `${row.kind} ${row.id}`)
              .join(', ')}.`,
      fix: broken.length === 0 ? null : 'Confirm and accept again what they covered.',
    },
    {
      id: 'journal',
      level: verdict.intact ? 'ok' : 'error',
      title: 'Journal',
      detail: verdict.intact
        ? `${verdict.entries} entries, the chain is whole.`
        : (verdict.problems[0]?.message ?? 'The chain is broken.'),
      fix: verdict.intact ? null : 'See every break with gatehouse journal verify.',
    },
  ];
  return { checks };
}

/**
 * The report on a home that cannot even be opened, because of its files, its disk or its journal:
 * that is when it is needed most. null for every other failure.
 */
export function doctorWithoutHome({ code, message, fix }: Failure): Doctor | null {
  if (FAILURE_KINDS[code] !== 'file' && code !== 'journal_unavailable') return null;
  return {
    checks: [
      {
        id: 'home',
        level: 'error',
        title: 'Home folder',
        detail: `It cannot be opened. ${message}`,
        fix: fix ?? 'Make the folder and its disk writable for your user, then look again.',
      },
      {
        id: 'unchecked',
        level: 'note',
        title: 'Everything else',
        detail: 'It can be checked when this is mended.',
        fix: null,
      },
    ],
  };
}

function integrityCheck(core: Core): Check {
  const base = { id: 'integrity-key', title: 'Integrity key', detail: core.integrity.reason };
  switch (core.integrity.source) {
    case 'keychain':
      return { ...base, level: 'ok', fix: null };
    case 'file':
      return {
        ...base,
        level: 'note',
        fix: 'A keychain protects it better: a file can be read by every program of this user.',
      };
    case 'missing':
      return {
        ...base,
        level: 'error',
        fix: 'Unlock the keychain that this home was created with.',
      };
  }
}

function gatewayCheck(core: Core): Check {
  const base = { id: 'gateway', title: 'Gateway' };
  const gateway = core.gateway.state();
  switch (gateway.state) {
    case 'listening': {
      const detail = `Clients reach it at ${gateway.address}; ${core.clients.list().length} have a token.`;
      return { ...base, level: 'ok', detail, fix: null };
    }
    case 'off':
      return {
        ...base,
        level: 'note',
        detail: 'It does not listen: it does while the app is open or `gatehouse serve` runs.',
        fix: null,
      };
    case 'failed':
      return {
        ...base,
        level: 'error',
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
