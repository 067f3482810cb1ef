import type { Failure } from './views/common.ts';
import type { Registration } from './views/server.ts';
import type { WayName, WayOut } from './views/way-out.ts';

/**
 * The one table of the reasons for which a server does not serve, and what a person can do about
 * each, the best first. Cards, doctor, CLI and journal all read it. What a registration cannot use
 * (a log of a remote server, a secret where none is named) falls out in `waysOut`.
 */
export const WAYS_OUT = {
  unconfirmed: ['confirm'],
  hash_mismatch: ['review_launch'],
  trust_pending: ['accept_edit'],
  tool_changed: ['review_tools'],
  disabled: ['enable'],
  runner_not_allowed: ['allow_runner', 'edit_launch'],
  command_not_found: ['edit_launch', 'try_again'],
  spawn_failed: ['edit_launch', 'try_again'],
  exited: ['try_again', 'show_log', 'edit_launch'],
  start_timeout: ['raise_start', 'try_again', 'show_log'],
  crash_loop: ['try_now', 'show_log', 'edit_launch'],
  breaker_open: ['try_now', 'show_log'],
  install_failed: ['try_again', 'see_package', 'show_log'],
  protocol: ['try_again', 'show_log', 'edit_launch'],
  http_status: ['edit_launch', 'try_again'],
  dns: ['edit_launch', 'try_again'],
  refused: ['try_again', 'edit_launch'],
  tls: ['edit_launch', 'try_again'],
  auth_required: ['set_secret', 'edit_sign_in', 'try_again'],
  secret_missing: ['set_secret', 'edit_sign_in'],
  placeholder_unset: ['set_secret', 'edit_launch'],
  message_too_large: ['try_again', 'show_log'],
  call_timeout: ['raise_call', 'try_again'],
  unavailable: ['try_again', 'show_log'],
  outcome_unknown: ['show_log'],
  keychain_unavailable: ['open_secret_store'],
  invalid_entry: ['edit_launch'],
} as const satisfies Readonly<Record<string, readonly WayName[]>>;

export type ReasonCode = keyof typeof WAYS_OUT;
const isReason = (code: string): code is ReasonCode => Object.hasOwn(WAYS_OUT, code);

const MAX_START_S = 3600;
const MAX_CALL_S = 86_400;

/** What of a registration decides which ways it has. */
type Whose = Pick<Registration, 'transport' | 'command_argv' | 'env_keys' | 'auth' | 'timeouts'>;

/**
 * What a person can do about a failure of this server. A failure that only repeats another one
 * (`params.reason`) also offers what mends that one.
 */
export function waysOut({ code, params = {} }: Failure, registration: Whose): WayOut[] {
  const cause = String(params['reason'] ?? '');
  const changed = code === 'unconfirmed' && (cause === 'changed' || params['after'] !== undefined);
  const [first, ...others]: readonly WayName[] = changed
    ? ['review_launch']
    : isReason(code)
      ? WAYS_OUT[code]
      : [];
  const names: readonly WayName[] = [
    ...(first === undefined ? [] : [first]),
    ...(cause !== code && isReason(cause) ? WAYS_OUT[cause] : []),
    ...others,
  ];
  const tries = names.includes('try_now') ? names.filter((name) => name !== 'try_again') : names;
  return [...new Set(tries)].flatMap((name) => wayOf(name, params, registration));
}

function wayOf(
  way: WayName,
  params: NonNullable<Failure['params']>,
  registration: Whose,
): WayOut[] {
  const { transport, timeouts, auth } = registration;
  switch (way) {
    case 'set_secret': {
      const names = secretNames(params, registration);
      return names.length === 0 ? [] : [{ way, names }];
    }
    case 'allow_runner': {
      const command = String(params['command'] ?? registration.command_argv[0] ?? '');
      // A whole command line in one word is no runner, whoever allows it.
      return command === '' || /\s/.test(command.replace(/^\/.*|^[A-Za-z]:\\.*/, ''))
        ? []
        : [{ way, command }];
    }
    case 'raise_start':
      return raised(way, timeouts.start_s, MAX_START_S);
    case 'raise_call':
      return raised(way, timeouts.call_s, MAX_CALL_S);
    case 'edit_sign_in':
      return transport === 'stdio' || (auth.kind !== 'none' && auth.env_key !== '')
        ? []
        : [{ way }];
    case 'show_log':
      return transport === 'stdio' ? [{ way }] : [];
    case 'see_package':
      return registration.command_argv[0] === 'npx' ? [{ way }] : [];
    default:
      return [{ way }];
  }
}

const raised = (way: 'raise_start' | 'raise_call', now: number, most: number): WayOut[] =>
  now >= most ? [] : [{ way, seconds: Math.min(now * 2, most) }];

function secretNames(
  { names, name }: NonNullable<Failure['params']>,
  { auth, env_keys, transport }: Whose,
): string[] {
  const named = String(names ?? name ?? '')
    .split(/,\s*/)
    .filter((one) => one !== '');
  if (named.length > 0) return named;
  if (transport === 'stdio') return [...env_keys];
  return auth.env_key === '' ? [] : [auth.env_key];
}

/** What to do about a failure for those who read and type: the owner's words, then the commands of its ways out. */
export function fixText(
  { fix }: Failure,
  ways: readonly WayOut[],
  id: string,
  transport: Registration['transport'],
): string {
  const commands = ways.map((way) => commandOf(way, id, transport));
  return [...(fix === undefined ? [] : [fix]), ...commands]
    .filter((line, place, all) => !all.slice(0, place).some((before) => before.includes(line)))
    .join('\n');
}

/** A way out as a command line. */
export function commandOf(way: WayOut, id: string, transport: Registration['transport']): string {
  switch (way.way) {
    case 'confirm':
    case 'review_launch':
      return `gatehouse server confirm ${id}`;
    case 'accept_edit':
      return `gatehouse trust accept server:${id}`;
    case 'review_tools':
      return `gatehouse tool review ${id}`;
    case 'enable':
      return `gatehouse server enable ${id}`;
    case 'set_secret':
      return way.names.map((name) => `gatehouse secret set ${name}`).join('\n');
    case 'allow_runner':
      return `gatehouse settings allow-runner ${shellWord(way.command)}`;
    case 'raise_start':
      return `gatehouse server edit ${id} --start-s ${way.seconds}`;
    case 'raise_call':
      return `gatehouse server edit ${id} --call-s ${way.seconds}`;
    case 'edit_launch':
      return transport === 'stdio'
        ? `gatehouse server edit ${id} -- <command> <arguments>`
        : `gatehouse server edit ${id} --${transport} <URL>`;
    case 'edit_sign_in':
      return `gatehouse server edit ${id} --bearer-key <NAME>`;
    case 'try_now':
    case 'try_again':
      return `gatehouse probe ${id}`;
    case 'show_log':
      return `gatehouse server log ${id}`;
    case 'see_package':
      return `gatehouse package show ${id}`;
    case 'open_secret_store':
      return 'gatehouse secret store file';
    case 'change_port':
      return 'gatehouse serve --port <PORT>';
  }
}

const shellWord = (text: string): string =>
  /^[\w@%+=:,.\\/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
