import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import { type FindServers, groupOf, tableAt } from '../found-servers.ts';
import { isOpencode } from './opencode.ts';

export const VSCODE: Dialect = { ...COMMON_DIALECT, format: 'vscode' };

/** `servers` in mcp.json, `mcp.servers` in settings.json; `${input:…}` is asked for. */
export const findVscode: FindServers = (root, language) => {
  if (language === 'toml') return [];
  const servers = tableAt(root, 'servers');
  if (servers) return [groupOf(servers, VSCODE)];
  const nested = tableAt(tableAt(root, 'mcp') ?? root, 'servers');
  return nested && !isOpencode(root, nested) ? [groupOf(nested, VSCODE)] : [];
};
