import { resultUri } from './exposed-uris.ts';
import { isFields, resultText, textOfBlock } from './present-result-text.ts';

/** As much of a text over the agent's inline limit as the client gets at once. */
export const PREVIEW_CHARS = 3_000;
/** Base64 characters of one picture, sound or file, and of all of them in one result, that are passed on. */
export const BINARY_MAX_CHARS = 5 * 1024 * 1024;
export const BINARIES_MAX_CHARS = 10 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

export interface Presentation {
  readonly call_id: string;
  /** The agent's `result_inline_chars`: how much text is passed on whole. */
  readonly inline_chars: number;
  /** Structured content is then part of the tool's contract and stays. */
  readonly has_output_schema: boolean;
  /** The result as it was stored; null: it was not, so nothing more can be read of it. */
  readonly stored: Fields | null;
}

/** Whether `presentResult` would take something out; until then nothing needs to be looked up. */
export function isLarge(result: Fields, inline_chars: number): boolean {
  return resultText(result).length > inline_chars || largeBinaries(result).size > 0;
}

/**
 * A result for a client (DESIGN.md 6). Within the limits it is the very same object. Over them the text
 * is cut to its beginning and large binary blocks become links, each with a sentence that says how to go
 * on; all else stays, in order. What would not get smaller stays whole.
 */
export function presentResult(result: Record<string, unknown>, how: Presentation) {
  const content = blocksOf(result);
  const large = largeBinaries(result);
  const isLong = resultText(result).length > how.inline_chars;
  if (!isLong && large.size === 0) return result;
  const firstText = content.findIndex((block) => textOfBlock(block) !== null);
  const shown = content.flatMap((block, index) => {
    if (large.has(index)) return linked(block, index, how);
    if (!isLong || textOfBlock(block) === null) return [block];
    return index === firstText ? beginning(how.stored ?? result, how) : [];
  });
  const { structuredContent, ...others } = result;
  const keeps = !isLong || how.has_output_schema || structuredContent === undefined;
  const made: Record<string, unknown> = {
    ...others,
    content: shown,
    ...(keeps && structuredContent !== undefined ? { structuredContent } : {}),
  };
  return JSON.stringify(made).length < JSON.stringify(result).length ? made : result;
}

const blocksOf = (result: Fields): readonly unknown[] =>
  Array.isArray(result['content']) ? result['content'] : [];

function beginning(source: Fields, { call_id, inline_chars, stored }: Presentation): Fields[] {
  const text = resultText(source);
  const { part: preview } = textPart(text, 0, Math.min(PREVIEW_CHARS, inline_chars));
  const about = `[Gatehouse: this is the beginning of a text of ${text.length} characters. `;
  if (stored === null)
    return [
      { type: 'text', text: preview },
      { type: 'text', text: `${about}The rest could not be kept and is lost.]` },
    ];
  return [
    { type: 'text', text: preview },
    {
      type: 'text',
      text: `${about}Read on with result_read, id "${call_id}", start_char ${preview.length}; or read ${resultUri(call_id)}.]`,
    },
    {
      ...{ type: 'resource_link', uri: resultUri(call_id), name: 'whole result' },
      mimeType: 'text/plain',
    },
  ];
}

function linked(block: unknown, index: number, { call_id, stored }: Presentation): Fields[] {
  const mimeType = binaryType(block);
  const size = byteLength(base64Of(block) ?? '');
  const about = `[Gatehouse: content of the type ${mimeType ?? 'unknown'}, ${size} bytes, is too large to be passed on. `;
  if (stored === null)
    return [{ type: 'text', text: `${about}It could not be kept and is lost.]` }];
  const uri = resultUri(call_id, index);
  return [
    { type: 'text', text: `${about}Read ${uri}.]` },
    {
      ...{ type: 'resource_link', uri, name: `block ${index} of the result`, size },
      ...(mimeType === null ? {} : { mimeType }),
    },
  ];
}

/** The places of binary blocks that are too large, alone or together with those before them. */
function largeBinaries(result: Fields): ReadonlySet<number> {
  const large = new Set<number>();
  let passed = 0;
  for (const [index, block] of blocksOf(result).entries()) {
    const length = base64Of(block)?.length ?? 0;
    if (length > BINARY_MAX_CHARS || passed + length > BINARIES_MAX_CHARS) large.add(index);
    else passed += length;
  }
  return large;
}

/** The base64 of a picture, a sound or a file, whether it is valid or not; null: the block has none. */
export function base64Of(block: unknown): string | null {
  if (!isFields(block)) return null;
  const { type, data, resource } = block;
  const found = type === 'resource' && isFields(resource) ? resource['blob'] : data;
  return ['image', 'audio', 'resource'].includes(String(type)) && typeof found === 'string'
    ? found
    : null;
}

export function binaryType(block: unknown): string | null {
  if (!isFields(block)) return null;
  const { mimeType, resource } = block;
  const found = isFields(resource) ? resource['mimeType'] : mimeType;
  return typeof found === 'string' ? found.slice(0, 200) : null;
}

const byteLength = (base64: string): number => Math.floor((base64.length * 3) / 4);

export interface TextPart {
  readonly part: string;
  readonly start: number;
  readonly end: number;
}

/** About `count` UTF-16 units from `start`; both ends are moved so that they split no character. */
export function textPart(text: string, start: number, count: number): TextPart {
  const from = Math.min(isSplit(text, start) ? start + 1 : start, text.length);
  const to = Math.min(from + count, text.length);
  const end = isSplit(text, to) ? to - 1 : to;
  // One whole character where there is room for a half: whoever pages must get on.
  const last = end > from ? end : Math.min(from + 2, text.length);
  return { part: text.slice(from, last), start: from, end: last };
}

const isSplit = (text: string, at: number): boolean =>
  at > 0 &&
  at < text.length &&
  isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) &&
  isBetween(text.charCodeAt(at), 0xdc00, 0xdfff);

const isBetween = (code: number, low: number, high: number): boolean => code >= low && code <= high;
