import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import { entriesOf, type FindServers, type FoundEntry, groupOf } from '../found-servers.ts';
import { nameFromArgv, nameFromUrl } from '../server-name.ts';
import { isList, isTable, type SourceTable, type SourceValue } from '../source-value.ts';

const LOOSE: Dialect = {
  ...COMMON_DIALECT,
  command: ['command', 'cmd', 'command_argv'],
  env: ['env', 'environment', 'envs'],
  url: [...COMMON_DIALECT.url, { field: 'uri', means: 'path' }],
  headers: ['headers', 'http_headers'],
  placeholders: { bareDollar: false, braceEnv: false },
};

const SINGLE_SERVER: Dialect = { ...LOOSE, format: 'single-server' };
const SERVER_MAP: Dialect = { ...LOOSE, format: 'server-map' };

const MARKS = ['command', 'cmd', 'command_argv', 'url', 'httpUrl', 'serverUrl', 'uri'];

/** A server without its surroundings, or several by name. Tried last. */
export const findLoose: FindServers = (root) => {
  if (looksLikeServer(root)) {
    const position = [...root.positions.values()][0];
    const entry: FoundEntry = { name: nameOf(root), value: root, position };
    return [{ dialect: SINGLE_SERVER, entries: [entry], repeated: [] }];
  }
  const entries = entriesOf(root);
  const servers = entries.filter(({ value }) => looksLikeServer(value)).length;
  return servers > 0 && servers * 2 >= entries.length ? [groupOf(root, SERVER_MAP)] : [];
};

/** A list of servers that carry their names. */
export const looseList = (list: readonly SourceValue[]) =>
  list.some(looksLikeServer) ? [groupOf(list, SERVER_MAP)] : [];

function looksLikeServer(value: SourceValue): boolean {
  if (!isTable(value)) return false;
  return MARKS.some((mark) => {
    const field = value.fields.get(mark);
    return typeof field === 'string' || isList(field);
  });
}

/** The name that a server without one gets: from its own field, its command or its address. */
export function nameOf(server: SourceTable): string {
  const text = (key: string): string => {
    const value = server.fields.get(key);
    return typeof value === 'string' ? value.trim() : '';
  };
  if (text('name') !== '') return text('name');
  const url = MARKS.slice(3)
    .map(text)
    .find((value) => value !== '');
  const command = MARKS.slice(0, 3)
    .map((mark) => server.fields.get(mark))
    .find(Boolean);
  const args = server.fields.get('args');
  const argv = [
    ...(isList(command) ? command : typeof command === 'string' ? command.split(/\s+/) : []),
    ...(isList(args) ? args : []),
  ].filter((part) => typeof part === 'string');
  return argv.length > 0 ? nameFromArgv(argv) : nameFromUrl(url ?? '');
}
