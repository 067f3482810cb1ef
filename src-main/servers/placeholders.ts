import { type Failure, failure } from '../kernel/failure.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Registration } from '../registry/registration.ts';

/**
 * Placeholders in a registration: `${NAME}`, `${NAME:-default}` (also used when NAME is empty), and
 * `$${` for a literal `${`. They stand in arguments, plain env values, url and cwd; the command itself
 * (`command_argv[0]`) is never expanded. One pass: what a value brings in is not expanded again.
 *
 * Spellings of other programs are refused so that no literal placeholder ever leaves the machine:
 * `${env:X}`, `${input:x}` and `{env:X}` everywhere; bare `$NAME` and `%NAME%` anywhere in url, env and
 * cwd (`$$NAME` is a literal `$NAME` there), but in an argument only when they are the whole of it,
 * since inside an argument they are common as plain text (regular expressions, SQL, globs).
 */
export interface ExpandedLaunch {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly cwd: string;
}

/** A value by name; undefined when nothing of that name is set. */
export type Lookup = (name: string) => string | undefined;

const OURS = /\$\$(?=\{)|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
const BRACED = /\$\{([^}]*)\}?/;
const CURLY_ENV = /\{(?:env|input|file):([^}]*)\}/;
const BARE = /(?<![\w$])\$([A-Za-z_][A-Za-z0-9_]*)/;
const PERCENT = /%([A-Za-z_][A-Za-z0-9_]*)%/g;
const ESCAPED_BARE = /(?<![\w$])\$\$(?=[A-Za-z_])/g;

type FieldKind = 'argument' | 'strict';

/** All fields that hold placeholders, as `[field, text, kind]`. */
function fieldsOf(registration: Registration): [string, string, FieldKind][] {
  return [
    ...registration.command_argv
      .slice(1)
      .map((text, index): [string, string, FieldKind] => [
        `command_argv[${index + 1}]`,
        text,
        'argument',
      ]),
    ...Object.entries(registration.env).map(([name, text]): [string, string, FieldKind] => [
      `env.${name}`,
      text,
      'strict',
    ]),
    ['url', registration.url, 'strict'],
    ['cwd', registration.cwd, 'strict'],
  ];
}

/** Names that the placeholders of a registration refer to, each once, in order of appearance. */
export function placeholderNames(registration: Registration): readonly string[] {
  const names = new Set<string>();
  for (const [, text] of fieldsOf(registration)) {
    for (const match of text.matchAll(OURS)) if (match[1] !== undefined) names.add(match[1]);
  }
  return [...names];
}

/** The launch with every placeholder replaced, or `placeholder_unset` with field and variable. */
export function expandLaunch(registration: Registration, lookup: Lookup): Result<ExpandedLaunch> {
  const values = new Map<string, string>();
  for (const [field, text, kind] of fieldsOf(registration)) {
    const expanded = expandField(field, text, kind, lookup);
    if (!expanded.ok) return expanded;
    values.set(field, expanded.value);
  }
  const value = (field: string) => values.get(field) ?? '';
  return ok({
    argv: registration.command_argv.map((word, index) =>
      index === 0 ? word : value(`command_argv[${index}]`),
    ),
    env: Object.fromEntries(
      Object.keys(registration.env).map((name) => [name, value(`env.${name}`)]),
    ),
    url: value('url'),
    cwd: value('cwd'),
  });
}

/** One field's text with its placeholders replaced. */
export function expandField(
  field: string,
  text: string,
  kind: FieldKind,
  lookup: Lookup,
): Result<string> {
  const foreign = foreignSpelling(field, text, kind);
  if (foreign !== null) return { ok: false, failure: foreign };
  let unset: string | null = null;
  const literal = kind === 'strict' || /^\$\$[A-Za-z_]\w*$/.test(text);
  const source = literal ? text.replace(ESCAPED_BARE, '\0') : text;
  const expanded = source.replace(OURS, (_whole, name?: string, fallback?: string) => {
    if (name === undefined) return '$';
    const value = lookup(name);
    if (value !== undefined && (value !== '' || fallback === undefined)) return value;
    if (fallback !== undefined) return fallback;
    unset ??= name;
    return '';
  });
  if (unset !== null) return { ok: false, failure: unsetFailure(field, unset) };
  return ok(literal ? expanded.replaceAll('\0', '$') : expanded);
}

function unsetFailure(field: string, name: string): Failure {
  return failure('placeholder_unset', `${field} needs \${${name}}, but ${name} is not set.`, {
    fix: `Store it with “gatehouse secret set ${name}”, set it in env, or write a default as \${${name}:-value}.`,
    params: { field, name },
  });
}

function foreignSpelling(field: string, text: string, kind: FieldKind): Failure | null {
  const refuse = (found: string, name: string): Failure => {
    const clean = /^[A-Za-z_]\w*$/.test(name) ? name : 'NAME';
    return failure(
      'placeholder_unset',
      `${field} holds “${found}”, which is not a placeholder here.`,
      {
        fix: `Write \${${clean}}; a literal “\${” is written “$\${”.`,
        params: { field, name: clean },
      },
    );
  };
  const rest = text.replace(OURS, '').replace(ESCAPED_BARE, '').replaceAll('$${', '');
  const braced = BRACED.exec(text.replaceAll(/\$\$\{[^}]*\}?/g, '').replace(OURS, ''));
  if (braced !== null) return refuse(braced[0], (braced[1] ?? '').split(':').at(-1) ?? '');
  const curly = CURLY_ENV.exec(text.replaceAll(/\$\$?\{[^}]*\}?/g, ''));
  if (curly !== null) return refuse(curly[0], curly[1] ?? '');
  if (kind === 'argument') {
    const whole = /^(?:\$([A-Za-z_]\w*)|%([A-Za-z_]\w*)%)$/.exec(text);
    return whole === null ? null : refuse(text, whole[1] ?? whole[2] ?? '');
  }
  const bare = BARE.exec(rest);
  if (bare !== null) return refuse(bare[0], bare[1] ?? '');
  for (const percent of rest.matchAll(PERCENT)) {
    // In a URL `%E4%` is the start of percent-encoded text.
    if (!/^[0-9A-Fa-f]{2}$/.test(percent[1] ?? '')) return refuse(percent[0], percent[1] ?? '');
  }
  return null;
}
