import { isServerId } from '../kernel/ids.ts';
import { type FieldProblem, shown } from './field-problems.ts';
import type { Registration } from './registration.ts';

const ARGUMENT_MAX = 16_384;
const PATH_MAX = 4096;
const URL_MAX = 8192;
const VARIABLES_MAX = 300;
const VALUE_MAX = 32_768;
const OVERRIDES_MAX = 2000;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const PLACEHOLDER = /\$\{[A-Za-z_]\w*(?::-[^}]*)?\}/g;

/** Why an id cannot name a server, or null. */
export const idProblem = (id: string): string | null =>
  isServerId(id)
    ? null
    : `${shown(id)} cannot be a server id: use lower-case letters and digits, joined by single - or _, at most 63 characters.`;

/** What the schema cannot say: what each transport needs, and bounds. Empty when all is well. */
export function checkRegistration(entry: Registration): FieldProblem[] {
  return [
    ...(entry.transport === 'stdio' ? commandProblems(entry) : urlProblems(entry)),
    ...entry.command_argv.flatMap((part, index) =>
      textProblems(['command_argv', index], part, ARGUMENT_MAX),
    ),
    ...textProblems(['cwd'], entry.cwd, PATH_MAX),
    ...textProblems(['url'], entry.url, URL_MAX),
    ...environmentProblems(entry),
    ...authProblems(entry),
    ...overrideProblems(entry),
  ];
}

const problem = (path: FieldProblem['path'], message: string): FieldProblem => ({ path, message });

function commandProblems(entry: Registration): FieldProblem[] {
  if ((entry.command_argv[0] ?? '').trim() !== '') return [];
  return [
    problem(
      ['command_argv'],
      `"command_argv" is ${shown(entry.command_argv)}; a stdio server needs a command as its first part.`,
    ),
  ];
}

function urlProblems(entry: Registration): FieldProblem[] {
  const wrong = problem(
    ['url'],
    `"url" is ${shown(entry.url)}; a server over ${entry.transport} needs an address that begins with http:// or https://.`,
  );
  const startsOpen = entry.url.search(PLACEHOLDER) === 0;
  const filled = entry.url.replace(PLACEHOLDER, 'x');
  if (startsOpen) return [];
  const url = URL.canParse(filled) ? new URL(filled) : null;
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? [] : [wrong];
}

function textProblems(path: FieldProblem['path'], text: string, max: number): FieldProblem[] {
  const name = path.map(String).join('.');
  if (text.length > max) {
    return [
      problem(path, `"${name}" is ${text.length} characters long; at most ${max} are allowed.`),
    ];
  }
  return text.includes('\0') ? [problem(path, `"${name}" holds a NUL character.`)] : [];
}

function environmentProblems(entry: Registration): FieldProblem[] {
  const names = Object.keys(entry.env);
  if (names.length + entry.env_keys.length > VARIABLES_MAX) {
    return [problem(['env'], `More than ${VARIABLES_MAX} variables.`)];
  }
  return names.flatMap((name) => {
    if (name === '' || /[=\0]/.test(name) || name.length > 256) {
      return [problem(['env', name], `${shown(name)} cannot be the name of a variable.`)];
    }
    return textProblems(['env', name], entry.env[name] ?? '', VALUE_MAX);
  });
}

function authProblems({ auth }: Registration): FieldProblem[] {
  const byKey = auth.kind === 'env_bearer' || auth.kind === 'env_header';
  const found: FieldProblem[] = [];
  if ((byKey || auth.env_key !== '') && !VARIABLE_NAME.test(auth.env_key)) {
    found.push(
      problem(
        ['auth', 'env_key'],
        `"auth.env_key" is ${shown(auth.env_key)}; it must be the name of a secret, such as API_KEY.`,
      ),
    );
  }
  // Without a header to send its name may be left empty, as forms and other clients' formats do.
  if (
    (auth.kind === 'env_header' || auth.header_name !== '') &&
    !HEADER_NAME.test(auth.header_name)
  ) {
    found.push(
      problem(
        ['auth', 'header_name'],
        `"auth.header_name" is ${shown(auth.header_name)}; it must be the name of a header.`,
      ),
    );
  }
  return found;
}

function overrideProblems(entry: Registration): FieldProblem[] {
  return Object.keys(entry.tool_risk_overrides).length > OVERRIDES_MAX
    ? [problem(['tool_risk_overrides'], `More than ${OVERRIDES_MAX} risk overrides.`)]
    : [];
}
