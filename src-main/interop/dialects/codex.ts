import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import { entriesOf, type FindServers, groupOf, tableAt } from '../found-servers.ts';
import type { RejectedEntry } from '../paste-types.ts';
import { isSecretName } from '../secret-patterns.ts';
import type { SourceTable } from '../source-value.ts';

export const CODEX: Dialect = {
  ...COMMON_DIALECT,
  format: 'codex-toml',
  url: [{ field: 'url', means: 'http' }],
  headers: ['http_headers'],
  timeouts: [
    { field: 'startup_timeout_sec', sets: 'start_s', unit: 's' },
    { field: 'startup_timeout_ms', sets: 'start_s', unit: 'ms' },
    { field: 'tool_timeout_sec', sets: 'call_s', unit: 's' },
  ],
  more: (reader, draft) => {
    const forwarded = reader.texts('env_vars') ?? [];
    const plain = forwarded.filter((name) => !isSecretName(name));
    return {
      ...draft,
      // Codex hands on its own variables of these names.
      env: new Map([...plain.map((name) => [name, `\${${name}}`] as const), ...draft.env]),
      env_keys: forwarded.filter((name) => isSecretName(name)),
      bearer_env: reader.text('bearer_token_env_var') ?? '',
      header_env: reader.textMap('env_http_headers') ?? new Map(),
    };
  },
};

/** `[mcp_servers.x]`. Codex ignores servers under any other table, which is told, not repaired. */
export const findCodex: FindServers = (root, language) => {
  const servers = tableAt(root, 'mcp_servers');
  const rejected = language === 'toml' ? misplaced(root) : [];
  if (servers) return [{ ...groupOf(servers, CODEX), rejected }];
  return rejected.length > 0 ? [{ dialect: CODEX, entries: [], repeated: [], rejected }] : [];
};

function misplaced(root: SourceTable): RejectedEntry[] {
  const wrong: readonly (readonly [string, SourceTable | undefined])[] = [
    ['mcp.servers', tableAt(tableAt(root, 'mcp') ?? root, 'servers')],
    ['mcpServers', tableAt(root, 'mcpServers')],
    ['mcp-servers', tableAt(root, 'mcp-servers')],
  ];
  return wrong.flatMap(([table, servers]) =>
    entriesOf(servers).map(({ name, position }) => ({
      source_name: name,
      reason: `[${table}.${name}] is the wrong table: Codex reads [mcp_servers.${name}] only`,
      ...position,
    })),
  );
}
