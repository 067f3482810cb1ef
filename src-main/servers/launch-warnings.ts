import { namesIn } from './placeholders.ts';

/** What a person should notice before saying yes; codes as in the contract's launch view. */
export interface LaunchWarning {
  readonly code:
    | 'inline_code'
    | 'placeholder_in_launch'
    | 'env_loads_code'
    | 'privileged'
    | 'secret_in_argv'
    | 'secret_in_env'
    | 'secret_in_url'
    | 'plain_http'
    | 'not_found_on_path';
  readonly text: string;
}

const TOKEN =
  /\b(gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{12,}|AIza[\w-]{30,}|npm_[A-Za-z0-9]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,})/;
const SECRET_NAME =
  /(^|[-_.])(token|secret|password|passwd|pwd|api[-_]?key|apikey|access[-_]?key|auth|bearer|credential)s?$/i;

/**
 * Arguments that are, or are filled in with, what looks like a secret: every program of this machine
 * can read a process's arguments. `secrets`: names known to be secrets.
 */
export function secretInArgv(
  argv: readonly string[],
  secrets: readonly string[] = [],
): LaunchWarning[] {
  const warnings: LaunchWarning[] = [];
  const warn = (place: string) =>
    warnings.push({
      code: 'secret_in_argv',
      text: `${place} looks like a secret. Other programs can read arguments; store it and name it in env_keys instead.`,
    });
  argv.forEach((word, index) => {
    if (index === 0) return;
    const assigned =
      /^-{1,2}([A-Za-z][\w.-]*)=(.+)$/.exec(word) ?? /^([A-Za-z_]\w*)=(.+)$/.exec(word);
    const previous = argv[index - 1] ?? '';
    const filled = namesIn(word);
    const secret = filled.find((name) => secrets.includes(name) || SECRET_NAME.test(name));
    if (secret !== undefined) {
      warnings.push({
        code: 'secret_in_argv',
        text: `Argument ${index + 1} is filled in with the secret ${secret}. Other programs can read arguments; name it in env_keys instead.`,
      });
    } else if (TOKEN.test(word)) warn(`Argument ${index + 1}`);
    else if (assigned !== null && SECRET_NAME.test(assigned[1] ?? '')) warn(`“${assigned[1]}=…”`);
    else if (
      previous.startsWith('--') &&
      SECRET_NAME.test(previous.slice(2)) &&
      !word.startsWith('-')
    ) {
      warn(`The value of “${previous}”`);
    } else if (urlHoldsSecret(word)) warn(`The address in argument ${index + 1}`);
  });
  return warnings;
}

/** Plain variables that look like secret values: they stand readable in the registry. */
export const secretInEnv = (env: Readonly<Record<string, string>>): LaunchWarning[] =>
  Object.entries(env)
    .filter(
      ([name, value]) =>
        value !== '' && !value.includes('${') && (SECRET_NAME.test(name) || TOKEN.test(value)),
    )
    .map(([name]) => ({
      code: 'secret_in_env',
      text: `“${name}” looks like a secret and would stand readable in the registry. Store it and name it in env_keys instead.`,
    }));

/** What is worth saying about a remote address before it is contacted. */
export function urlWarnings(url: string): LaunchWarning[] {
  const warnings: LaunchWarning[] = [];
  if (urlHoldsSecret(url) || TOKEN.test(url)) {
    warnings.push({
      code: 'secret_in_url',
      text: 'The address holds what looks like a secret. Addresses end up in logs; use the auth setting instead.',
    });
  }
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'http:' && !isLoopback(parsed.hostname)) {
    warnings.push({
      code: 'plain_http',
      text: `${parsed.host} is reached without encryption: others on the way can read and change everything.`,
    });
  }
  return warnings;
}

/** Whether a URL's host name is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname);

function urlHoldsSecret(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.password !== '' && !text.includes('${')) return true;
  return [...url.searchParams].some(
    ([name, value]) =>
      value !== '' &&
      !value.includes('${') &&
      (SECRET_NAME.test(name) || /^(key|sig|signature)$/i.test(name)),
  );
}
