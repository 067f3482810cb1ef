import { realpathSync } from 'node:fs';
import type { AgentProfile } from '../agents/agent-profiles.ts';
import type { Registration } from '../registry/registration.ts';
import type { Limits } from './limits.ts';
import { createPathResolver } from './resolve-path-file.ts';
import { serverBases } from './server-bases.ts';

/** The limits of one look: nothing that was seen of the file system is kept for the next. */
export function createLimits(
  home: string,
  userHome: string,
): (agent: AgentProfile, registration: Registration) => Limits {
  return (agent, registration) => {
    const resolver = createPathResolver([...new Set([home, realPath(home)])], userHome);
    const bases = serverBases(registration, userHome);
    const roots = agent.roots.flatMap((root) =>
      resolver.resolve(root, [userHome]).flatMap((reading) => reading.real ?? []),
    );
    return {
      // A root that cannot be resolved must not turn into "no limit".
      roots: agent.roots.length > 0 && roots.length === 0 ? ['\0'] : roots,
      hosts: agent.hosts,
      resolve: (text) => resolver.resolve(text, bases),
    };
  };
}

/** The path itself where it cannot be told: it is missing, or may not be looked at. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
