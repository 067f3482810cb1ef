import { join } from 'node:path';

/** Every place below a home folder (DESIGN.md 3). Pure: nothing is made or read here. */
export const homePaths = (home: string) => ({
  home,
  registry: join(home, 'mcp_servers.json'),
  policy: join(home, 'policy.yml'),
  settings: join(home, 'settings.json'),
  agents: join(home, 'agents'),
  skills: join(home, 'skills'),
  skillIndex: join(home, 'skills.json'),
  envFile: join(home, '.env'),
  backups: join(home, 'backups'),
  state: join(home, 'state'),
  cacheDb: join(home, 'state', 'cache.db'),
  trustDb: join(home, 'state', 'trust.db'),
  journalDb: join(home, 'state', 'journal.db'),
  results: join(home, 'state', 'results'),
  packages: join(home, 'state', 'packages'),
  integrityKey: join(home, 'state', 'key'),
  children: join(home, 'state', 'children.json'),
  owner: join(home, 'state', 'owner.json'),
  socket: join(home, 'state', 'admin.sock'),
  log: join(home, 'state', 'gatehouse.log'),
});

export type HomePaths = ReturnType<typeof homePaths>;
