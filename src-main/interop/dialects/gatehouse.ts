import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import { FieldReader } from '../field-reader.ts';
import { anyHas, entriesOf, type FindServers, groupOf } from '../found-servers.ts';
import type { ServerDraft } from '../server-draft.ts';

const AUTH_KINDS = ['none', 'env_bearer', 'env_header', 'oauth'];
const DAY_S = 86_400;

const GATEHOUSE: Dialect = {
  ...COMMON_DIALECT,
  format: 'gatehouse',
  type: ['transport'],
  command: ['command_argv'],
  args: [],
  url: [{ field: 'url', means: 'path' }],
  timeouts: [],
  more: (reader, draft) => ({
    ...draft,
    env_keys: reader.texts('env_keys') ?? [],
    ...authFields(reader),
    ...timeoutFields(reader, draft),
  }),
};

/** Our own mcp_servers.json: server ids at the top. */
export const findGatehouse: FindServers = (root) => {
  const entries = entriesOf(root);
  const isOurs = anyHas(entries, 'command_argv') || anyHas(entries, 'tool_risk_overrides');
  return isOurs || anyHas(entries, 'env_keys') ? [groupOf(root, GATEHOUSE)] : [];
};

function authFields(reader: FieldReader): Partial<ServerDraft> {
  const table = reader.table('auth');
  if (!table) return {};
  const auth = new FieldReader(table, 'auth.');
  const kind = auth.text('kind') ?? 'none';
  const env_key = auth.text('env_key') ?? '';
  const header_name = auth.text('header_name') ?? '';
  if (!AUTH_KINDS.includes(kind)) auth.report('kind', `must be one of ${AUTH_KINDS.join(', ')}`);
  if (kind.startsWith('env_') && env_key === '') auth.report('env_key', 'is missing');
  reader.problems.push(...auth.problems);
  if (kind === 'oauth') return { oauth: true };
  if (kind === 'env_bearer') return { bearer_env: env_key };
  if (kind === 'env_header') {
    return { header_env: new Map([[header_name || 'Authorization', env_key]]) };
  }
  return {};
}

function timeoutFields(reader: FieldReader, draft: ServerDraft): Partial<ServerDraft> {
  const table = reader.table('timeouts');
  if (!table) return {};
  const timeouts = new FieldReader(table, 'timeouts.');
  const start_s = timeouts.count('start_s', DAY_S);
  const call_s = timeouts.count('call_s', DAY_S);
  reader.problems.push(...timeouts.problems);
  return {
    timeouts: { ...(start_s ? { start_s } : {}), ...(call_s ? { call_s } : {}) },
    not_imported: [...draft.not_imported, ...timeouts.unread().map((field) => `timeouts.${field}`)],
  };
}
