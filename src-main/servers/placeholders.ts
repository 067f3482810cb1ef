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

/** A value by name for a field (`command_argv[1]`, `env.NAME`, `url`, `cwd`); undefined when none is set. */
export type Lookup = (name: string, field: string) => string | undefined;

/** Each is tried at one place of the text. */
const OURS = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-((?:(?!\$\{)[^}])*))?\}/y;
const BRACED = /\$\{([^}]*)\}?/y;
const CURLY = /\{(?:env|input|file):([^}]*)\}/y;
const BARE = /\$([A-Za-z_][A-Za-z0-9_]*)/y;
const PERCENT = /%([A-Za-z_][A-Za-z0-9_]*)%/y;
const ESCAPED_NAME = /\$\$(?=[A-Za-z_])/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

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

/** Every placeholder of a registration, in order of appearance, with the field it stands in. */
export function placeholdersIn(
  registration: Registration,
): readonly { readonly field: string; readonly name: string }[] {
  return fieldsOf(registration).flatMap(([field, text]) =>
    namesIn(text).map((name) => ({ field, name })),
  );
}

/** Names that the placeholders of a registration refer to, each once, in order of appearance. */
export const placeholderNames = (registration: Registration): readonly string[] => [
  ...new Set(placeholdersIn(registration).map(({ name }) => name)),
];

/** Only env values may come from Gatehouse's own environment: argv, cwd and url decide what runs. */
export const isEnvField = (field: string): boolean => field.startsWith('env.');

/** A registration's own value of a name; one that is filled in itself is none, as it is not expanded twice. */
export function ownValue(registration: Registration, name: string): string | undefined {
  const text = Object.hasOwn(registration.env, name) ? registration.env[name] : undefined;
  return text === undefined || namesIn(text).length > 0 ? undefined : text;
}

/** The names that a text's placeholders refer to. */
export function namesIn(text: string): readonly string[] {
  const names: string[] = [];
  let at = 0;
  while (at < text.length) {
    const ours = text.startsWith('$${', at) ? null : matchAt(OURS, text, at);
    if (ours?.[1] !== undefined) names.push(ours[1]);
    at += text.startsWith('$${', at) ? 3 : (ours?.[0].length ?? 1);
  }
  return names;
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

/** One field's text with its placeholders replaced, in one walk from left to right. */
export function expandField(
  field: string,
  text: string,
  kind: FieldKind,
  lookup: Lookup,
): Result<string> {
  const isStrict = kind === 'strict' || /^(?:\$\$?[A-Za-z_]\w*|%[A-Za-z_]\w*%)$/.test(text);
  let expanded = '';
  let at = 0;
  while (at < text.length) {
    const step = stepAt(text, at, isStrict, (name) => lookup(name, field));
    if ('unset' in step) return { ok: false, failure: unsetFailure(field, step.unset) };
    if ('foreign' in step) {
      return { ok: false, failure: foreignFailure(field, step.foreign, step.name) };
    }
    expanded += step.text;
    at += step.length;
  }
  return ok(expanded);
}

type Step =
  | { readonly text: string; readonly length: number }
  | { readonly unset: string }
  | { readonly foreign: string; readonly name: string };

/** What stands at one place of the text, and what becomes of it. */
function stepAt(
  text: string,
  at: number,
  isStrict: boolean,
  lookup: (name: string) => string | undefined,
): Step {
  if (text.startsWith('$${', at)) return { text: '${', length: 3 };
  const ours = matchAt(OURS, text, at);
  if (ours !== null) {
    const [whole, name = '', fallback] = ours;
    const value = lookup(name);
    if (value !== undefined && (value !== '' || fallback === undefined)) {
      return { text: value, length: whole.length };
    }
    return fallback === undefined ? { unset: name } : { text: fallback, length: whole.length };
  }
  const other = matchAt(BRACED, text, at) ?? matchAt(CURLY, text, at);
  if (other !== null) return { foreign: other[0], name: other[1]?.split(':').at(-1) ?? '' };
  // Inside of a word `$` and `%` are text, as in `a$b`.
  const startsWord = at === 0 || !/[\w$]/.test(text[at - 1] ?? '');
  if (isStrict && startsWord) {
    if (matchAt(ESCAPED_NAME, text, at) !== null) return { text: '$', length: 2 };
    const bare = matchAt(BARE, text, at);
    if (bare !== null) return { foreign: bare[0], name: bare[1] ?? '' };
  }
  const percent = isStrict ? matchAt(PERCENT, text, at) : null;
  // In a URL `%E4%` is the start of percent-encoded text.
  if (percent !== null && !/^[0-9A-Fa-f]{2}$/.test(percent[1] ?? '')) {
    return { foreign: percent[0], name: percent[1] ?? '' };
  }
  return { text: text[at] ?? '', length: 1 };
}

function unsetFailure(field: string, name: string): Failure {
  return failure('placeholder_unset', `${field} needs \${${name}}, but ${name} is not set.`, {
    fix: `Store it with “gatehouse secret set ${name}”, set it in env, or write a default as \${${name}:-value}.`,
    params: { field, name },
  });
}

function foreignFailure(field: string, found: string, name: string): Failure {
  const clean = /^[A-Za-z_]\w*$/.test(name) ? name : 'NAME';
  return failure(
    'placeholder_unset',
    `${field} holds “${found.slice(0, 80)}”, which is not a placeholder here.`,
    {
      fix: `Write \${${clean}}; a literal “\${” is written “$\${”.`,
      params: { field, name: clean },
    },
  );
}
