/** What a tool's result holds, as far as it may be shown. Everything else stays reachable as JSON. */
export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly url: string }
  | { readonly kind: 'kept_image'; readonly mime: string; readonly why: 'kind' | 'size' | 'broken' }
  | { readonly kind: 'media'; readonly name: string; readonly mime: string; readonly bytes: number }
  | {
      readonly kind: 'link';
      readonly uri: string;
      readonly name: string;
      readonly description: string;
    }
  | {
      readonly kind: 'resource';
      readonly uri: string;
      readonly text: string | null;
      readonly bytes: number;
    }
  | { readonly kind: 'other'; readonly value: unknown };

export interface ResultContent {
  readonly isError: boolean;
  readonly parts: readonly ContentPart[];
  /** Parts beyond the bound. */
  readonly more: number;
  readonly structured: unknown;
}

export const MAX_PARTS = 100;
/** Of base64 text: about 6 MB of image. */
export const MAX_IMAGE_CHARS = 8 * 1024 * 1024;

/** Raster kinds only, each with how its base64 begins: SVG can hold scripts and links. */
const IMAGES: Readonly<Record<string, RegExp>> = {
  'image/png': /^iVBORw0KGgo/,
  'image/jpeg': /^\/9j\//,
  'image/gif': /^R0lGOD[dl]/,
  'image/webp': /^UklGR/,
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/** Reads an MCP CallToolResult; nothing in it is trusted to be what it says. */
export function readResult(result: Readonly<Record<string, unknown>>): ResultContent {
  const content: readonly unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  return {
    isError: result['isError'] === true,
    parts: content.slice(0, MAX_PARTS).map(partOf),
    more: Math.max(0, content.length - MAX_PARTS),
    structured: result['structuredContent'],
  };
}

function partOf(part: unknown): ContentPart {
  if (!isRecord(part)) return { kind: 'other', value: part };
  switch (part['type']) {
    case 'text':
      return typeof part['text'] === 'string'
        ? { kind: 'text', text: part['text'] }
        : { kind: 'other', value: part };
    case 'image':
      return imageOf(text(part['data']), text(part['mimeType']));
    case 'audio':
      return {
        kind: 'media',
        name: 'audio',
        mime: text(part['mimeType']),
        bytes: bytesOf(text(part['data'])),
      };
    case 'resource_link':
      return {
        kind: 'link',
        uri: text(part['uri']),
        name: text(part['title']) || text(part['name']),
        description: text(part['description']),
      };
    case 'resource': {
      const resource = part['resource'];
      if (!isRecord(resource)) return { kind: 'other', value: part };
      const body = typeof resource['text'] === 'string' ? resource['text'] : null;
      return {
        kind: 'resource',
        uri: text(resource['uri']),
        text: body,
        bytes: bytesOf(text(resource['blob'])),
      };
    }
    default:
      return { kind: 'other', value: part };
  }
}

function imageOf(data: string, mime: string): ContentPart {
  const begins = Object.hasOwn(IMAGES, mime) ? IMAGES[mime] : undefined;
  if (begins === undefined) return { kind: 'kept_image', mime, why: 'kind' };
  if (data.length > MAX_IMAGE_CHARS) return { kind: 'kept_image', mime, why: 'size' };
  if (!begins.test(data) || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
    return { kind: 'kept_image', mime, why: 'broken' };
  return { kind: 'image', url: `data:${mime};base64,${data}` };
}

/** `12 B`, `3.4 kB`, `5.0 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
