const TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json'],
  ['map', 'application/json'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['woff2', 'font/woff2'],
]);

/** A path below the bundle folder as its parts, and its media type. */
export interface BundlePath {
  readonly parts: readonly string[];
  readonly type: string;
}

/**
 * Reads the path of an `app://bundle/…` URL. Null for everything that is no plain file name below the
 * bundle: back-slashes, encoded separators, NULs, unknown kinds of file.
 */
export function readBundlePath(url: string): BundlePath | null {
  let path: string;
  try {
    path = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null; // no URL, or broken escapes
  }
  const parts = path.split('/').slice(1);
  if (parts.length === 0 || !parts.every((part) => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)))
    return null;
  const type = TYPES.get(parts.at(-1)?.split('.').at(-1) ?? '');
  return type === undefined ? null : { parts, type };
}
