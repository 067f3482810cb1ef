import type { Dialect, TimeoutField, UrlField } from './dialect.ts';
import type { FieldReader } from './field-reader.ts';
import type { ImportSuggestion, ImportTimeouts, Transport } from './paste-types.ts';
import { isList } from './source-value.ts';

/** One server as its source wrote it, under our field names; placeholders and secrets untouched. */
export interface ServerDraft {
  /** The key under which the source keeps it. */
  readonly name: string;
  /** The name that the source shows, where it has one of its own. */
  readonly title: string;
  readonly transport: Transport;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly env_keys: readonly string[];
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /** Header name -> variable that holds its value. */
  readonly header_env: ReadonlyMap<string, string>;
  readonly bearer_env: string;
  readonly oauth: boolean;
  readonly disabled: boolean;
  readonly timeouts: ImportTimeouts;
  readonly not_imported: readonly string[];
  readonly suggestions: readonly ImportSuggestion[];
}

export const EMPTY_DRAFT: ServerDraft = {
  name: '',
  title: '',
  transport: 'stdio',
  argv: [],
  cwd: '',
  env: new Map(),
  env_keys: [],
  url: '',
  headers: new Map(),
  header_env: new Map(),
  bearer_env: '',
  oauth: false,
  disabled: false,
  timeouts: {},
  not_imported: [],
  suggestions: [],
};

const TRANSPORTS: ReadonlyMap<string, Transport | 'remote'> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['http', 'http'],
  ['streamable', 'http'],
  ['streamablehttp', 'http'],
  ['sse', 'sse'],
  ['remote', 'remote'],
]);

const DAY_S = 86_400;

/** Problems are left in the reader; a draft with problems is not to be used. */
export function readDraft(reader: FieldReader, dialect: Dialect, name: string): ServerDraft {
  const type = readType(reader, dialect);
  const command = readCommand(reader, dialect);
  const args = textsOf(reader, dialect.args) ?? [];
  const urlField = dialect.url.find(({ field }) => (reader.firstOf([field]) ?? '') !== '');
  const url = urlField ? (reader.text(urlField.field) ?? '').trim() : '';
  const env = mapOf(reader, dialect.env) ?? new Map();
  const timeouts = readTimeouts(reader, dialect.timeouts);
  const disabled = reader.flag('disabled');
  const enabled = reader.flag('enabled');
  const oauth = reader.firstOf(['oauth']) !== undefined && reader.value('oauth') !== false;
  const title = reader.value('name');
  const cwdField = reader.firstOf(dialect.cwd);
  const draft: ServerDraft = {
    ...EMPTY_DRAFT,
    name,
    title: typeof title === 'string' ? title : '',
    transport: inferTransport(reader, type, command.length > 0, url, urlField?.means ?? 'path'),
    argv: [...command, ...args],
    cwd: (cwdField && reader.text(cwdField)) || '',
    env,
    url,
    headers: mapOf(reader, dialect.headers) ?? new Map(),
    oauth,
    // Where both flags are there and disagree, the safe one holds.
    disabled: disabled === true || enabled === false,
    ...timeouts,
  };
  const whole = dialect.more ? dialect.more(reader, draft) : draft;
  const kept = onlyFor(whole);
  return { ...kept, not_imported: [...kept.not_imported, ...reader.unread()] };
}

/** Fields that belong to the other kind of transport are named, not carried along. */
function onlyFor(draft: ServerDraft): ServerDraft {
  const left: string[] = [];
  if (draft.transport === 'stdio') {
    if (draft.url !== '') left.push('url (the server is started by a command)');
    if (draft.headers.size > 0) left.push('headers (the server is started by a command)');
    return {
      ...draft,
      url: '',
      headers: new Map(),
      oauth: false,
      not_imported: [...draft.not_imported, ...left],
    };
  }
  if (draft.argv.length > 0) left.push('command (the server is reached by its url)');
  if (draft.env.size > 0) left.push('env (the server is reached by its url)');
  return {
    ...draft,
    argv: [],
    env: new Map(),
    not_imported: [...draft.not_imported, ...left],
  };
}

function readType(reader: FieldReader, dialect: Dialect): Transport | 'remote' | undefined {
  const field = reader.firstOf(dialect.type);
  const text = field && reader.text(field);
  if (!field || !text) return undefined;
  const known = TRANSPORTS.get(text.toLowerCase().replace(/[-_ ]/g, ''));
  return known ?? reader.report(field, `"${text.slice(0, 40)}" is not stdio, http or sse`);
}

function readCommand(reader: FieldReader, dialect: Dialect): readonly string[] {
  const field = reader.firstOf(dialect.command);
  if (!field) return [];
  if (isList(reader.value(field))) return reader.texts(field) ?? [];
  const text = reader.text(field) ?? '';
  return text === '' ? [] : [text];
}

export function inferTransport(
  reader: FieldReader,
  type: Transport | 'remote' | undefined,
  hasCommand: boolean,
  url: string,
  means: UrlField['means'],
): Transport {
  const byUrl = means === 'path' ? transportOfUrl(url) : means;
  const isReadable = reader.problems.length === 0;
  if (type === undefined) {
    if (hasCommand && url !== '') reader.report('url', 'and a command are both given: keep one');
    if (isReadable && !hasCommand && url === '') reader.report('command', 'or a url is missing');
    return hasCommand ? 'stdio' : byUrl;
  }
  if (isReadable && type === 'stdio' && !hasCommand) reader.report('command', 'is missing');
  if (isReadable && type !== 'stdio' && url === '') reader.report('url', 'is missing');
  return type === 'remote' ? byUrl : type;
}

/** The convention of the older transport: its path ends in /sse. */
export const transportOfUrl = (url: string): 'http' | 'sse' =>
  /\/sse\/?$/i.test(url.replace(/[?#].*$/s, '')) ? 'sse' : 'http';

function readTimeouts(
  reader: FieldReader,
  fields: readonly TimeoutField[],
): Pick<ServerDraft, 'timeouts' | 'suggestions'> {
  const timeouts: { start_s?: number; call_s?: number } = {};
  const suggestions: ImportSuggestion[] = [];
  for (const { field, sets, unit } of fields) {
    const value = reader.count(field, DAY_S * (unit === 's' ? 1 : 1000));
    if (value === undefined) continue;
    const milliseconds = unit === 'ms' || (unit === 'guess' && value >= 1000);
    const seconds = milliseconds ? value / 1000 : value;
    timeouts[sets] ??= seconds;
    if (unit !== 'guess') continue;
    const text = `"${field}" ${value} was read as ${seconds} seconds: clients differ in the unit.`;
    suggestions.push({ code: 'timeout_unit', text });
  }
  return { timeouts, suggestions };
}

const textsOf = (reader: FieldReader, names: readonly string[]): string[] | undefined => {
  const field = reader.firstOf(names);
  return field ? reader.texts(field) : undefined;
};

const mapOf = (reader: FieldReader, names: readonly string[]): Map<string, string> | undefined => {
  const field = reader.firstOf(names);
  return field ? reader.textMap(field) : undefined;
};
