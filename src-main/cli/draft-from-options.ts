import type { Auth, RegistrationDraft, Transport } from '../../src-preload/contract/index.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Typed } from './command.ts';

export const DRAFT_OPTIONS = {
  name: { type: 'string' },
  env: { type: 'string', multiple: true },
  'env-key': { type: 'string', multiple: true },
  cwd: { type: 'string' },
  http: { type: 'string' },
  sse: { type: 'string' },
  'bearer-key': { type: 'string' },
  'header-key': { type: 'string' },
  header: { type: 'string' },
  'start-s': { type: 'string' },
  'idle-s': { type: 'string' },
  'call-s': { type: 'string' },
} as const;

export const DRAFT_DETAILS = [
  '',
  '  -- argv…        the command, each argument a word of its own; no shell reads it',
  '  --http, --sse   the address of a remote server',
  '  --name          what it is called',
  '  --cwd           the folder it starts in (your home folder without it)',
  '  --env K=V       a plain variable; it stands readable in the registry',
  '  --env-key K     a secret by name (gatehouse secret set K) handed to it as a variable',
  '  --bearer-key K  a secret by name, sent as "Authorization: Bearer …"',
  '  --header-key K  a secret by name, sent as the header that --header names',
  '  --start-s N     seconds that a start may take without a sign of life',
  '  --idle-s N      seconds without use until it stops; 0 keeps it running',
  '  --call-s N      seconds that a call may take without progress',
  '  --confirm HASH  your yes to exactly the launch with this hash',
  '  --executable P  the program file you were shown, where it is another than before',
] as const;

export const DRAFT_USAGE =
  '[--name N] [--env K=V] [--env-key K] [--cwd D] [--bearer-key K | --header H --header-key K] [--start-s N] [--idle-s N] [--call-s N] (-- argv… | --http URL | --sse URL)';

export interface PartialDraft extends Partial<Omit<RegistrationDraft, 'auth'>> {
  auth?: Partial<Auth>;
}

/** The fields that the options and `-- argv` name; absent ones stay absent. */
export function draftFromOptions(typed: Typed): Result<PartialDraft> {
  const launches: Transport[] = [];
  if (typed.rest !== null && typed.rest.length > 0) launches.push('stdio');
  if (typed.one('http') !== undefined) launches.push('http');
  if (typed.one('sse') !== undefined) launches.push('sse');
  if (launches.length > 1)
    return fail('usage', 'Give one of -- argv, --http or --sse, not several.');
  const env: Record<string, string> = {};
  for (const pair of typed.many('env')) {
    const cut = pair.indexOf('=');
    if (cut < 1)
      return fail('usage', `--env takes NAME=value, not "${pair}".`, {
        fix: 'Keep secrets out of --env: store them with `gatehouse secret set NAME`, then use --env-key NAME.',
      });
    env[pair.slice(0, cut)] = pair.slice(cut + 1);
  }
  const bearer = typed.one('bearer-key');
  const headerKey = typed.one('header-key');
  if (bearer !== undefined && headerKey !== undefined)
    return fail('usage', 'Give --bearer-key or --header-key, not both.');
  const url = typed.one('http') ?? typed.one('sse');
  const transport = launches[0];
  const timeouts = timeLimits(typed);
  if (!timeouts.ok) return timeouts;
  return ok({
    ...optional('name', typed.one('name')),
    ...optional('cwd', typed.one('cwd')),
    ...(transport === undefined ? {} : { transport }),
    ...(typed.rest !== null && typed.rest.length > 0 ? { command_argv: [...typed.rest] } : {}),
    ...optional('url', url),
    ...(Object.keys(timeouts.value).length > 0 ? { timeouts: timeouts.value } : {}),
    ...(typed.many('env').length > 0 ? { env } : {}),
    ...(typed.many('env-key').length > 0 ? { env_keys: [...typed.many('env-key')] } : {}),
    ...(bearer === undefined ? {} : { auth: { kind: 'env_bearer' as const, env_key: bearer } }),
    ...(headerKey === undefined
      ? {}
      : {
          auth: {
            kind: 'env_header' as const,
            env_key: headerKey,
            ...optional('header_name', typed.one('header')),
          },
        }),
  });
}

/** The limits that are named, in whole seconds; the contract bounds them. */
function timeLimits(typed: Typed): Result<NonNullable<RegistrationDraft['timeouts']>> {
  const limits: NonNullable<RegistrationDraft['timeouts']> = {};
  for (const [option, field] of TIME_LIMITS) {
    const text = typed.one(option);
    if (text === undefined) continue;
    if (!/^\d{1,6}$/.test(text))
      return fail('usage', `--${option} takes whole seconds, not "${text}".`);
    limits[field] = Number(text);
  }
  return ok(limits);
}

const TIME_LIMITS = [
  ['start-s', 'start_s'],
  ['idle-s', 'idle_s'],
  ['call-s', 'call_s'],
] as const;

const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
