import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import { anyHas, entriesOf, type FindServers, groupOf, tableAt } from '../found-servers.ts';

const GOOSE: Dialect = {
  ...COMMON_DIALECT,
  format: 'goose-yaml',
  command: ['cmd', 'command'],
  env: ['envs', 'env'],
  url: [
    { field: 'uri', means: 'path' },
    { field: 'url', means: 'path' },
  ],
  timeouts: [{ field: 'timeout', sets: 'call_s', unit: 's' }],
  more: (reader, draft) => ({ ...draft, env_keys: reader.texts('env_keys') ?? [] }),
};

/** `extensions`; those that Goose itself provides are refused by their type. */
export const findGoose: FindServers = (root) => {
  const extensions = tableAt(root, 'extensions');
  const isGoose = extensions && anyHas(entriesOf(extensions), 'cmd', 'uri', 'envs', 'type');
  return isGoose ? [groupOf(extensions, GOOSE)] : [];
};
