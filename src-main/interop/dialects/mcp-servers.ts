import { COMMON_DIALECT, type Dialect } from '../dialect.ts';
import {
  anyHas,
  anyText,
  entriesOf,
  type FindServers,
  type FoundEntry,
  groupOf,
  type ServerGroup,
} from '../found-servers.ts';
import { isTable, type SourceTable, type SourceValue } from '../source-value.ts';

const named = (format: string, more: Partial<Dialect> = {}): Dialect => ({
  ...COMMON_DIALECT,
  format,
  ...more,
});

const milliseconds = [{ field: 'timeout', sets: 'call_s', unit: 'ms' }] as const;

const CLAUDE_DESKTOP = named('claude-desktop');
const CLAUDE_CODE = named('claude-code', { timeouts: milliseconds });
const CURSOR = named('cursor');
const WINDSURF = named('windsurf');
const CLINE = named('cline', { timeouts: [{ field: 'timeout', sets: 'call_s', unit: 's' }] });
const GEMINI = named('gemini-cli', {
  url: [
    { field: 'httpUrl', means: 'http' },
    { field: 'url', means: 'sse' },
  ],
  timeouts: milliseconds,
  placeholders: { bareDollar: true, braceEnv: false },
});

/** `mcpServers`, the key that most clients share; the client is told by the fields it alone has. */
export const findMcpServers: FindServers = (root) => {
  const found: ServerGroup[] = [];
  const add = (container: SourceValue | undefined, source: SourceTable): void => {
    if (isTable(container) || Array.isArray(container)) {
      found.push(groupOf(container, clientOf(entriesOf(container), source)));
    }
  };
  add(root.fields.get('mcpServers'), root);
  const projects = root.fields.get('projects');
  for (const project of isTable(projects) ? projects.fields.values() : []) {
    if (isTable(project)) add(project.fields.get('mcpServers'), root);
  }
  return found;
};

function clientOf(entries: readonly FoundEntry[], root: SourceTable): Dialect {
  if (anyHas(entries, 'httpUrl', 'includeTools', 'excludeTools', 'trust')) return GEMINI;
  if (anyHas(entries, 'serverUrl')) return WINDSURF;
  const isCamelCase = anyText(entries, 'type', (type) => type === 'streamableHttp');
  if (isCamelCase || anyHas(entries, 'autoApprove', 'alwaysAllow')) return CLINE;
  if (anyHas(entries, 'envFile', 'auth')) return CURSOR;
  if (root.fields.has('projects') || anyHas(entries, 'headersHelper', 'type')) return CLAUDE_CODE;
  return anyHas(entries, 'url') ? CURSOR : CLAUDE_DESKTOP;
}
