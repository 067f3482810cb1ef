import { SERVER_ID_MAX, serverIdFrom } from '../kernel/ids.ts';
import { assertNever, fail, ok, type Result } from '../kernel/result.ts';
import { buildCandidate, SECRETS_MAX } from './build-candidate.ts';
import { draftProblem } from './check-draft.ts';
import { readCommandLines, readUrl } from './command-line.ts';
import { kindOf, withoutWrapping } from './paste-text.ts';
import type { ImportCandidate, PasteResult, RejectedEntry } from './paste-types.ts';
import { type Reading, readDocument } from './read-document.ts';
import { readJsonc } from './read-jsonc.ts';
import { readToml } from './read-toml.ts';
import { readYaml } from './read-yaml.ts';
import { SecretNames } from './secret-names.ts';
import type { FileExists } from './suggest-command.ts';
import { unknownText } from './unknown-text.ts';

const PASTE_MAX_BYTES = 1024 * 1024;

export interface ParsePasteOptions {
  /** Whether a path is a file, to tell a program with blanks in its name from a command line. */
  readonly fileExists?: FileExists;
}

/**
 * Reads the servers out of whatever a person pastes: the configuration of a client in JSON, JSONC,
 * TOML or YAML, a part of one, a command line, or an address. Nothing is run, contacted or stored.
 *
 * Good entries are candidates, bad ones are listed with their reason. Fails with `bad_arguments`
 * when the text is broken (params `line`, `column`), too large, or nothing that is known.
 */
export function parsePaste(text: string, options: ParsePasteOptions = {}): Result<PasteResult> {
  if (Buffer.byteLength(text) > PASTE_MAX_BYTES) {
    return fail('bad_arguments', 'The pasted text is larger than 1 MiB.', {
      fix: 'Paste only the part that lists the servers.',
    });
  }
  const plain = withoutWrapping(text);
  if (plain.trim() === '') return unknownText('The pasted text is empty');
  if (plain.includes('\0')) return unknownText('The pasted text holds NUL characters');
  const read = readAny(plain, options.fileExists);
  return read.ok ? ok(resultOf(read.value, options.fileExists)) : read;
}

function readAny(text: string, fileExists: FileExists | undefined): Result<Reading> {
  const kind = kindOf(text);
  switch (kind) {
    case 'url':
      return ok(readUrl(text));
    case 'command-line':
      return readCommandLines(text, fileExists);
    case 'json':
    case 'json-fragment': {
      const root = readJsonc(text, kind === 'json-fragment');
      return root.ok ? readDocument(root.value, 'json') : root;
    }
    case 'toml': {
      const root = readToml(text);
      return root.ok ? readDocument(root.value, 'toml') : root;
    }
    case 'yaml': {
      const root = readYaml(text);
      return root.ok ? readDocument(root.value, 'yaml') : root;
    }
    default:
      return assertNever(kind);
  }
}

function resultOf(reading: Reading, fileExists: FileExists | undefined): PasteResult {
  const candidates: ImportCandidate[] = [];
  const rejected: RejectedEntry[] = [...reading.rejected];
  const duplicates = new Set(reading.repeated);
  const seen = new Set<string>();
  const ids = new Set<string>();
  const names = new SecretNames();
  for (const { draft, dialect, position } of reading.drafts) {
    const problem = draftProblem(draft, dialect.placeholders);
    if (problem !== undefined) {
      rejected.push({ source_name: draft.name, reason: problem, ...position });
      continue;
    }
    const id = freeId(serverIdFrom(draft.name), ids);
    const candidate = buildCandidate(draft, dialect, id, names, fileExists);
    if (!candidate) {
      const reason = `it holds more than ${SECRETS_MAX} texts that look like secrets`;
      rejected.push({ source_name: draft.name, reason, ...position });
      continue;
    }
    if (seen.has(draft.name)) duplicates.add(draft.name);
    seen.add(draft.name);
    ids.add(id);
    candidates.push(candidate);
  }
  return { format: reading.format, candidates, rejected, duplicates: [...duplicates] };
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let suffix = 2; taken.has(id); suffix += 1) {
    const end = `-${suffix}`;
    id = wanted.slice(0, SERVER_ID_MAX - end.length).replace(/[_-]+$/, '') + end;
  }
  return id;
}

export type { ImportCandidate, PasteResult } from './paste-types.ts';
