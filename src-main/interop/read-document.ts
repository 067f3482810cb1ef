import { fail, ok, type Result } from '../kernel/result.ts';
import type { Dialect } from './dialect.ts';
import { findCodex } from './dialects/codex.ts';
import { findGatehouse } from './dialects/gatehouse.ts';
import { findGoose } from './dialects/goose.ts';
import { findLoose, looseList, nameOf } from './dialects/loose.ts';
import { findMcpServers } from './dialects/mcp-servers.ts';
import { findOpencode } from './dialects/opencode.ts';
import { findVscode } from './dialects/vscode.ts';
import { findZed } from './dialects/zed.ts';
import { FieldReader } from './field-reader.ts';
import type { FoundEntry, Language, ServerGroup } from './found-servers.ts';
import type { RejectedEntry } from './paste-types.ts';
import { readDraft, type ServerDraft } from './server-draft.ts';
import { isList, isTable, type SourceValue } from './source-value.ts';
import { unknownText } from './unknown-text.ts';

/** What was read from any kind of paste, before candidates are made of it. */
export interface Reading {
  readonly format: string;
  readonly drafts: readonly FoundDraft[];
  readonly rejected: readonly RejectedEntry[];
  readonly repeated: readonly string[];
}

export interface FoundDraft {
  readonly draft: ServerDraft;
  readonly dialect: Dialect;
  readonly position?: { readonly line: number; readonly column: number } | undefined;
}

/** `servers` alone is common, so clients with a telling key are asked first. */
const FINDERS = [findMcpServers, findCodex, findZed, findOpencode, findVscode, findGoose];

const SERVERS_MAX = 500;

/** The servers in a parsed JSON, TOML or YAML document. */
export function readDocument(root: SourceValue, language: Language): Result<Reading> {
  const groups = groupsIn(root, language);
  const first = groups[0];
  if (!first) return unknownText(`The pasted ${language.toUpperCase()} holds no MCP server`);
  const drafts: FoundDraft[] = [];
  const rejected = groups.flatMap((group) => group.rejected ?? []);
  const entries = groups.flatMap((group) =>
    group.entries.map((entry) => ({ entry, dialect: group.dialect })),
  );
  if (entries.length + rejected.length === 0) {
    return fail('bad_arguments', `This ${first.dialect.format} configuration lists no server.`);
  }
  if (entries.length > SERVERS_MAX) {
    const text = `The text lists ${entries.length} servers; at most ${SERVERS_MAX} are read.`;
    return fail('bad_arguments', text, { fix: 'Paste them in parts.' });
  }
  for (const { entry, dialect } of entries) {
    const read = readEntry(entry, dialect);
    if ('reason' in read) rejected.push(read);
    else drafts.push(read);
  }
  const repeated = groups.flatMap((group) => group.repeated);
  return ok({ format: first.dialect.format, drafts, rejected, repeated });
}

function groupsIn(root: SourceValue, language: Language): readonly ServerGroup[] {
  if (isList(root)) return looseList(root);
  if (!isTable(root)) return [];
  const known = FINDERS.flatMap((find) => find(root, language));
  if (known.length > 0) return known;
  const own = findGatehouse(root, language);
  return own.length > 0 ? own : findLoose(root, language);
}

function readEntry(entry: FoundEntry, dialect: Dialect): FoundDraft | RejectedEntry {
  if (!isTable(entry.value)) {
    const reason = 'the server must be a table of fields';
    return { source_name: entry.name, reason, ...entry.position };
  }
  const name = entry.name.trim() === '' ? nameOf(entry.value) : entry.name;
  const reader = new FieldReader(entry.value);
  const draft = readDraft(reader, dialect, name);
  const [problem] = reader.problems;
  if (!problem) return { draft, dialect, position: entry.position };
  const reason = reader.problems
    .map(({ message }) => message)
    .join('; ')
    .slice(0, 500);
  return { source_name: name, reason, ...(problem.position ?? entry.position) };
}
