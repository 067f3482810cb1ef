import type { AgentProfile } from './agent-profiles.ts';

/** Something that a person should know of an agent, and by which nothing fails. */
export interface AgentWarning {
  readonly code: 'prefix_none_many_servers' | 'unknown_server' | 'all_servers';
  readonly params: Readonly<Record<string, string>>;
  readonly text: string;
}

/** `registered`: ids of all servers. A server that was removed or renamed is a warning, never an error. */
export function agentWarnings(
  { name, built_in, servers, prefix }: AgentProfile,
  registered: ReadonlySet<string>,
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
