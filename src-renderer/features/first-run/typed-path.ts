const FULL = /^(\/|~([/\\]|$)|[A-Za-z]:[\\/]|\\\\)/;

/** A path as somebody typed it, without the blanks and quotes that come along; null unless it is a full one. */
export function typedPath(text: string): string | null {
  const path = text.trim().replace(/^(["'])(.*)\1$/, '$2');
  return FULL.test(path) ? path : null;
}
