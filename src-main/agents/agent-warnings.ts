import type { AgentProfile } from './agent-profiles.ts';

/** Something that a person should know of an agent, and by which nothing fails. */
export interface AgentWarning {
  readonly code: 'prefix_none_many_servers' | 'unknown_server' | 'unknown_tool' | 'all_servers';
  readonly params: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * `registered`: ids of all servers. `fits`: whether the server, as far as its tools are known, has one of
 * that name. What was removed, renamed or mistyped is a warning, never an error.
 */
export function agentWarnings(
  { name, built_in, servers, prefix }: AgentProfile,
  registered: ReadonlySet<string>,
  fits: (server_id: string, glob: string) => boolean,
): AgentWarning[] {
  if (built_in) return [];
  const named = Object.keys(servers).filter((id) => id !== '*');
  const all = Object.hasOwn(servers, '*');
  return [
    ...named
      .filter((id) => !registered.has(id))
      .map((id) => ({
        code: 'unknown_server' as const,
        params: { server: id },
        text: `There is no server "${id}"; ${name} has nothing from it.`,
      })),
    ...named
      .filter((id) => registered.has(id))
      .flatMap((id) =>
        (servers[id] ?? [])
          .filter((glob) => !fits(id, glob))
          .map((tool) => ({
            code: 'unknown_tool' as const,
            params: { server: id, tool },
            text: `"${id}" has no tool "${tool}".`,
          })),
      ),
    ...(all
      ? [
          {
            code: 'all_servers' as const,
            params: {},
            text: 'Every server is allowed, also each that is added later.',
          },
        ]
      : []),
    ...(prefix === 'none' && (all || named.length > 1)
      ? [
          {
            code: 'prefix_none_many_servers' as const,
            params: {},
            text: '"prefix: none" is for an agent of one server. Here every name begins with its server.',
          },
        ]
      : []),
  ];
}
