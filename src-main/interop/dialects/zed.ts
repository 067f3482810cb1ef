import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import { entriesOf, type FindServers, tableAt } from '../found-servers.ts';
import { isTable, type SourceValue } from '../source-value.ts';

const ZED: Dialect = {
  ...COMMON_DIALECT,
  format: 'zed',
  more: (reader, draft) => {
    reader.value('source');
    return draft;
  },
};

/** `context_servers`; older entries keep path, args and env inside `command`. */
export const findZed: FindServers = (root) => {
  const servers = tableAt(root, 'context_servers');
  if (!servers) return [];
  const entries = entriesOf(servers).map((entry) => ({ ...entry, value: flat(entry.value) }));
  return [{ dialect: ZED, entries, repeated: [...servers.repeated] }];
};

function flat(value: SourceValue): SourceValue {
  const command = isTable(value) ? value.fields.get('command') : undefined;
  if (!isTable(value) || !isTable(command)) return value;
  const fields = new Map(value.fields);
  fields.delete('command');
  for (const [key, inner] of command.fields) fields.set(key === 'path' ? 'command' : key, inner);
  const positions = new Map([...value.positions, ...command.positions]);
  return { fields, positions, repeated: new Set([...value.repeated, ...command.repeated]) };
}
