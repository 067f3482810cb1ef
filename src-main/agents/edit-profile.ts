import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { LocalTool, Profile } from './profile-schema.ts';

export interface ProfileChanges {
  readonly description?: string | undefined;
  readonly approval?:
    | { readonly [K in keyof Profile['approval']]?: Profile['approval'][K] | undefined }
    | undefined;
  readonly roots?: readonly string[] | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly prefix?: Profile['prefix'] | undefined;
  readonly local_tools?: readonly LocalTool[] | undefined;
  readonly sampling?: boolean | undefined;
  readonly result_inline_chars?: number | undefined;
}

type Path = readonly string[];

/** Where a field may stand in an agent file, the spelling that we write first. */
const ONLINE_TOOL: readonly Path[] = places('online_tool', 'onlineTool');
const LOCAL_TOOLS: readonly Path[] = places('local_tools', 'localTools');

function places(name: string, twin: string): readonly Path[] {
  return [['mcp', name], ['mcp', twin], [name], [twin]];
}

/**
 * The text with other globs for one server; none takes it away. Comments and order stay. The text
 * must be one that parseProfile takes; bad_arguments when it is built from aliases here.
 */
export const withServerTools = (
  text: string,
  server_id: string,
  tools: readonly string[],
): Result<string> =>
  edited(text, (document) => {
    const path = [...placeIn(document, ONLINE_TOOL), server_id];
    if (tools.length > 0) return put(document, path, tools);
    return document.hasIn(path) ? removed(document, path) : true;
  });

/** The text with the given fields changed, the others untouched. */
export const withProfileChanges = (text: string, changes: ProfileChanges): Result<string> =>
  edited(text, (document) => {
    const { approval, local_tools, result_inline_chars, ...top } = changes;
    const fields: [Path, unknown][] = [
      ...Object.entries(top).map(([key, value]): [Path, unknown] => [[key], value]),
      ...Object.entries(approval ?? {}).map(([risk, level]): [Path, unknown] => [
        ['approval', risk],
        level,
      ]),
      [placeIn(document, LOCAL_TOOLS), local_tools],
      [['limits', 'result_inline_chars'], result_inline_chars],
    ];
    return fields.every(([path, value]) => value === undefined || put(document, path, value));
  });

function edited(text: string, work: (document: Document.Parsed) => boolean): Result<string> {
  const document = parseDocument(text, { stringKeys: true });
  const before = JSON.stringify(document.toJS());
  if (!work(document)) {
    return fail('bad_arguments', 'This file uses aliases here, so it can only be edited as text.', {
      fix: 'Edit the text of the agent.',
    });
  }
  if (JSON.stringify(document.toJS()) === before) return ok(text);
  const written = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return ok(text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written);
}

const placeIn = (document: Document.Parsed, candidates: readonly Path[]): Path =>
  candidates.find((path) => document.hasIn(path)) ?? candidates[0] ?? [];

/** False where something on the way is no plain map. */
function put(document: Document.Parsed, path: Path, value: unknown): boolean {
  if (!reachable(document, path)) return false;
  const parent = document.getIn(path.slice(0, -1), true) ?? document.contents;
  // One in braces that holds nothing goes on as lines.
  if (isMap(parent) && parent.items.length === 0) parent.flow = false;
  const old = document.getIn(path, true);
  if (Array.isArray(value)) {
    const list = document.createNode(value, { flow: !isSeq(old) || old.flow === true });
    if (isSeq(old)) list.comment = old.comment ?? null;
    document.setIn(path, list);
  } else {
    document.setIn(path, value);
  }
  return true;
}

function removed(document: Document.Parsed, path: Path): boolean {
  return reachable(document, path) && document.deleteIn(path);
}

const reachable = (document: Document.Parsed, path: Path): boolean =>
  path.slice(0, -1).every((_, index) => {
    const holder = document.getIn(path.slice(0, index + 1), true);
    return holder === undefined || isMap(holder);
  });
