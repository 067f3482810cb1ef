import type { SecretPlace } from './paste-types.ts';
import { PLACEHOLDER } from './placeholders.ts';
import type { SecretList } from './secret-names.ts';
import { holdsSecret, isSecretName } from './secret-patterns.ts';
import { withdrawAddresses, withdrawForms, withdrawNamed } from './withdraw-text.ts';

/** Replaces the secrets of an argv by `${NAME}`; the arguments' number and order stay. */
export function withdrawArgv(argv: readonly string[], secrets: SecretList): string[] {
  return argv.map((argument, index) => {
    const flag = index > 1 ? (argv[index - 1] ?? '') : '';
    const named = flag.startsWith('-') ? /^--?([A-Za-z][\w.-]*)$/.exec(flag)?.[1] : undefined;
    if (named && !argument.startsWith('--') && !isPath(argument)) {
      const value = withdrawNamed(named, argument, 'argv', secrets);
      if (value !== undefined) return value;
    }
    return withdrawArgument(argument, secrets);
  });
}

/** One argument: `--name=value`, `NAME=value`, `Name: value`, JSON members, addresses, forms. */
export function withdrawArgument(argument: string, secrets: SecretList, depth = 0): string {
  const pair = /^(--?)?([A-Za-z_][\w.-]{0,80})(=|:\s*)(?!\/\/)(.+)$/s.exec(argument);
  if (pair) {
    const [, dashes = '', name = '', sign = '', value = ''] = pair;
    const clean = isPath(value) ? undefined : withdrawNamed(name, value, 'argv', secrets);
    if (clean !== undefined) return `${dashes}${name}${sign}${clean}`;
    if (sign === '=' && depth < 4) {
      return `${dashes}${name}=${withdrawArgument(value, secrets, depth + 1)}`;
    }
  }
  const inline = withdrawMembers(withdrawInlineFlags(argument, secrets), secrets);
  return withdrawForms(withdrawAddresses(inline, 'argv', secrets), 'key', 'argv', secrets);
}

/** `"apiKey": "…"` in an argument that is itself JSON. */
const withdrawMembers = (text: string, secrets: SecretList): string =>
  text.replace(
    /(["'])([\w.-]{1,80})\1(\s*:\s*)"((?:[^"\\]|\\.)+)"/g,
    (all, quote: string, name: string, colon: string, value: string) => {
      const clean = withdrawNamed(name, value, 'argv', secrets);
      return clean === undefined ? all : `${quote}${name}${quote}${colon}"${clean}"`;
    },
  );

/** Flags within a whole command line that stands in one text. */
const withdrawInlineFlags = (text: string, secrets: SecretList): string =>
  text.replace(
    /(^|\s)(--?|)([A-Za-z_][\w.-]{0,80})(=|\s+)("[^"]*"|'[^']*'|[^\s"'-][^\s"']*)/g,
    (all, lead: string, dashes: string, name: string, sign: string, quoted: string) => {
      if (dashes === '' && sign !== '=') return all;
      const value = quoted.replace(/^(["'])(.*)\1$/s, '$2');
      if (isPath(value) || !isSecretName(name)) return all;
      const clean = withdrawNamed(name, value, 'argv', secrets);
      return clean === undefined ? all : `${lead}${dashes}${name}${sign}${clean}`;
    },
  );

const isPath = (text: string): boolean => /^(?:\/|~|\.{1,2}[\\/]|[A-Za-z]:[\\/])/.test(text);

/** Default values of placeholders that are secrets: `${TOKEN:-abc}` becomes `${TOKEN}`. */
export const withdrawDefaults = (text: string, place: SecretPlace, secrets: SecretList): string =>
  text.replace(PLACEHOLDER, (all, name: string, fallback: string | undefined) => {
    if (fallback === undefined || fallback === '') return all;
    if (!isSecretName(name) && !holdsSecret(fallback)) return all;
    const reason = `It is the default of \${${name}}.`;
    if (secrets.addNamed(place, name, fallback, reason)) return `\${${name}}`;
    return `\${${secrets.add(place, name, fallback, reason)}}`;
  });
