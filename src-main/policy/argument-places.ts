/** A value inside a call's arguments that names a place: a path on this machine, or a host. */
export type Place =
  | { readonly kind: 'path'; readonly at: string; readonly text: string }
  | { readonly kind: 'url'; readonly at: string; readonly host: string };

const PATH_KEY =
  /(^|_)(paths?|files?|filename|dir|directory|folder|cwd|root|source|destination|src|dest|target)$/;
const LOOKS_LIKE_PATH = /^(~($|[/\\])|[/\\]|\.{1,2}($|[/\\])|[A-Za-z]:[/\\]|file:)/i;
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;
const LINE_MAX = 4096;

const snake = (key: string): string => key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/**
 * Every path and URL in the arguments, by where it stands (`paths[0]`). A string counts as a path when
 * its key says so or it looks like one; a one-line text (a command, say) is also read word by word.
 */
export function argumentPlaces(value: unknown, at = '', key = ''): Place[] {
  if (typeof value === 'string') return textPlaces(value, at, key);
  if (Array.isArray(value))
    return value.flatMap((item, index) => argumentPlaces(item, `${at}[${index}]`, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) =>
      argumentPlaces(item, at === '' ? name : `${at}.${name}`, name),
    );
  return [];
}

function textPlaces(text: string, at: string, key: string): Place[] {
  const whole = onePlace(text.trim(), at);
  if (whole !== null) return [whole];
  if (text !== '' && PATH_KEY.test(snake(key))) return [{ kind: 'path', at, text }];
  if (text.length > LINE_MAX || text.includes('\n')) return [];
  const words = text.split(/[\s"'`=;,|&<>()]+/).filter((word) => word !== '' && word !== text);
  return words.flatMap((word) => {
    const place = onePlace(word, at);
    return place === null ? [] : [place];
  });
}

function onePlace(text: string, at: string): Place | null {
  if (LOOKS_LIKE_PATH.test(text) && !/[\s"'`;|&<>]/.test(text)) return pathPlace(text, at);
  if (LOOKS_LIKE_PATH.test(text) && text.length <= LINE_MAX && !text.includes('\n'))
    return pathPlace(text, at);
  if (!URL_START.test(text)) return null;
  try {
    return { kind: 'url', at, host: new URL(text).hostname.toLowerCase() };
  } catch {
    return null; // not a URL after all
  }
}

function pathPlace(text: string, at: string): Place {
  if (!/^file:/i.test(text)) return { kind: 'path', at, text };
  try {
    return { kind: 'path', at, text: decodeURIComponent(new URL(text).pathname) };
  } catch {
    return { kind: 'path', at, text };
  }
}
