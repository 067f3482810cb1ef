import type {
  Auth,
  Registration,
  RegistrationDraft,
} from '../../../../src-preload/contract/index.ts';

export interface Row {
  /** Stays with the row while it is edited. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** What the form holds: text as typed. One argument per argv row, blanks and quotes are kept. */
export interface ServerForm {
  readonly id: string;
  /** The person typed an id, so the name does not change it any more. */
  readonly id_typed: boolean;
  readonly name: string;
  readonly transport: Registration['transport'];
  readonly argv: readonly Row[];
  readonly cwd: string;
  readonly env: readonly Row[];
  readonly secrets: readonly string[];
  readonly url: string;
  readonly auth: Auth;
}

let lastKey = 0;
export const row = (name = '', value = ''): Row => {
  lastKey += 1;
  return { key: lastKey, name, value };
};

export const argvRows = (argv: readonly string[]): Row[] => argv.map((value) => row('', value));

export const emptyForm = (): ServerForm => ({
  id: '',
  id_typed: false,
  name: '',
  transport: 'stdio',
  argv: [row()],
  cwd: '',
  env: [],
  secrets: [],
  url: '',
  auth: { kind: 'none', env_key: '', header_name: 'Authorization' },
});

/** `arXiv search!` -> `arxiv-search`: an id that DESIGN.md 1 allows, or empty when nothing is left. */
export function idFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
}

/** The form of a registered server. */
export function formOf(id: string, registration: Registration): ServerForm {
  return {
    id,
    id_typed: true,
    name: registration.name,
    transport: registration.transport,
    argv: registration.command_argv.length === 0 ? [row()] : argvRows(registration.command_argv),
    cwd: registration.cwd,
    env: Object.entries(registration.env).map(([name, value]) => row(name, value)),
    secrets: registration.env_keys,
    url: registration.url,
    auth: registration.auth,
  };
}

/** Fields of the other transport are left empty, so that nothing unseen is confirmed. */
export function draftOf(form: ServerForm) {
  const stdio = form.transport === 'stdio';
  return {
    name: form.name.trim(),
    transport: form.transport,
    command_argv: stdio ? withoutTail(form.argv.map(({ value }) => value)) : [],
    cwd: stdio ? form.cwd.trim() : '',
    env: stdio ? namedValues(form.env) : {},
    env_keys: stdio ? [...form.secrets] : [],
    url: stdio ? '' : form.url.trim(),
    auth: stdio ? { kind: 'none' as const, env_key: '', header_name: '' } : form.auth,
  } satisfies RegistrationDraft;
}

/** Empty rows at the end are unfinished rows; an empty argument before another one is meant. */
function withoutTail(argv: readonly string[]): string[] {
  const last = argv.findLastIndex((argument) => argument !== '');
  return argv.slice(0, last + 1);
}

function namedValues(rows: readonly Row[]): Record<string, string> {
  return Object.fromEntries(
    rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  );
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const ID = /^(?=.{1,63}$)[a-z0-9]+([_-][a-z0-9]+)*$/;

export type Fault =
  | 'id_missing'
  | 'id_invalid'
  | 'id_taken'
  | 'command_missing'
  | 'url_missing'
  | 'url_invalid'
  | 'variable_invalid'
  | 'variable_twice'
  | 'secret_invalid'
  | 'auth_key_missing'
  | 'header_missing';

export type Faults = Partial<Record<'id' | 'argv' | 'url' | 'env' | 'secrets' | 'auth', Fault>>;

export function idFault(id: string, taken: readonly string[]): Fault | null {
  if (id === '') return 'id_missing';
  if (!ID.test(id)) return 'id_invalid';
  return taken.includes(id) ? 'id_taken' : null;
}

function envFault(rows: readonly Row[]): Fault | null {
  const names = rows.map(({ name }) => name.trim()).filter((name) => name !== '');
  if (rows.some(({ name, value }) => name.trim() === '' && value !== '')) return 'variable_invalid';
  if (names.some((name) => !VARIABLE.test(name))) return 'variable_invalid';
  return new Set(names).size < names.length ? 'variable_twice' : null;
}

function remoteFaults({ url, auth }: ServerForm): { url: Fault | null; auth: Fault | null } {
  const parsed = URL.parse(url.trim());
  const web = parsed !== null && ['http:', 'https:'].includes(parsed.protocol);
  const wantsKey = auth.kind === 'env_bearer' || auth.kind === 'env_header';
  return {
    url: url.trim() === '' ? 'url_missing' : web || url.includes('${') ? null : 'url_invalid',
    auth:
      wantsKey && !VARIABLE.test(auth.env_key)
        ? 'auth_key_missing'
        : auth.kind === 'env_header' && auth.header_name.trim() === ''
          ? 'header_missing'
          : null,
  };
}

/** What keeps the form from being sent; the owner checks everything again. */
export function faultsOf(form: ServerForm, taken: readonly string[]): Faults {
  const found: { [K in keyof Faults]: Fault | null } = { id: idFault(form.id, taken) };
  if (form.transport === 'stdio') {
    found.argv = (form.argv[0]?.value ?? '') === '' ? 'command_missing' : null;
    found.env = envFault(form.env);
    found.secrets = form.secrets.every((name) => VARIABLE.test(name)) ? null : 'secret_invalid';
  } else {
    Object.assign(found, remoteFaults(form));
  }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== null));
}
