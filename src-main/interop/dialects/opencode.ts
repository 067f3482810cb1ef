import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import {
  anyHas,
  anyText,
  entriesOf,
  type FindServers,
  groupOf,
  tableAt,
} from '../found-servers.ts';
import { isList, isTable, type SourceTable } from '../source-value.ts';

const OPENCODE: Dialect = {
  ...COMMON_DIALECT,
  format: 'opencode',
  env: ['environment', 'env'],
  url: [{ field: 'url', means: 'path' }],
  timeouts: [{ field: 'timeout', sets: 'start_s', unit: 'ms' }],
  placeholders: { bareDollar: false, braceEnv: true },
};

/** Servers stand in `mcp` (V1) or in `mcp.servers` (V2). */
export const findOpencode: FindServers = (root, language) => {
  const mcp = tableAt(root, 'mcp');
  if (!mcp || language === 'toml') return [];
  const servers = tableAt(mcp, 'servers');
  const looksV2 = servers && !servers.fields.has('command') && !servers.fields.has('url');
  if (looksV2) return isOpencode(root, servers) ? [groupOf(servers, OPENCODE)] : [];
  return [...mcp.fields.values()].some(isTable) ? [groupOf(mcp, OPENCODE)] : [];
};

/** VS Code's settings have `mcp.servers` too; the command as a list and the types are opencode's. */
export function isOpencode(root: SourceTable, servers: SourceTable): boolean {
  const entries = entriesOf(servers);
  const schema = root.fields.get('$schema');
  if (typeof schema === 'string' && schema.includes('opencode')) return true;
  return (
    anyHas(entries, 'environment') ||
    anyText(entries, 'type', (type) => type === 'local' || type === 'remote') ||
    entries.some(({ value }) => isTable(value) && isList(value.fields.get('command')))
  );
}
