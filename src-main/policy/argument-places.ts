/** A text inside a call's arguments that may name a place: a path on this machine, or a host. */
export type Place =
  | {
      readonly kind: 'path';
      /** Where it stands: `paths[0]`. */
      readonly at: string;
      readonly text: string;
      /** Its key or its own form says that it is a path; else it only might be one. */
      readonly certain: boolean;
      /** A word inside a long or many-line text, which more likely is content than a command. */
      readonly inText: boolean;
    }
  | { readonly kind: 'url'; readonly at: string; readonly host: string };

const PATH_KEY =
  /(^|_)(paths?|files?|filename|dir|directory|folder|cwd|root|source|destination|src|dest|target)$/;
const LOOKS_LIKE_PATH = /^(~($|[/\\])|[/\\]|\.{1,2}($|[/\\])|[A-Za-z]:[/\\]|file:)/i;
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;
const LINE_MAX = 4096;
const NAME_MAX = 255;
/** Above this many different places the arguments count as not checkable. */
export const PLACES_MAX = 1000;

const snake = (key: string): string => key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/**
 * Every text of the arguments, keys of objects included, that could lead somewhere: whole texts, and
 * the words of those with blanks or line breaks. Each place once; null when there are too many.
 */
export function argumentPlaces(args: unknown): Place[] | null {
  const places = new Map<string, Place>();
  const todo: { value: unknown; at: string; key: string }[] = [{ value: args, at: '', key: '' }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { value, at, key } = next;
    if (typeof value === 'string') addText(places, value, at, key);
    else if (Array.isArray(value))
      for (const [index, item] of value.entries())
        todo.push({ value: item, at: `${at}[${index}]`, key });
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        const inner = at === '' ? name : `${at}.${name}`;
        addText(places, name, inner, '');
        todo.push({ value: item, at: inner, key: name });
      }
    if (places.size > PLACES_MAX) return null;
  }
  return [...places.values()];
}

function addText(places: Map<string, Place>, text: string, at: string, key: string): void {
  const isLong = text.length > LINE_MAX || text.includes('\n');
  const keyed = PATH_KEY.test(snake(key));
  if (!isLong) addWord(places, text.trim(), at, keyed, false);
  if (!isLong && !/[\s"'`=;,|&<>()]/.test(text)) return;
  for (const word of text.split(/[\s"'`=;,|&<>(){}[\]]+/)) {
    if (places.size > PLACES_MAX) return;
    if (word !== text) addWord(places, word, at, false, isLong);
  }
}

function addWord(
  places: Map<string, Place>,
  word: string,
  at: string,
  keyed: boolean,
  inText: boolean,
): void {
  if (word === '') return;
  const add = (place: Place) => {
    const id = place.kind === 'url' ? `url ${place.host}` : `path ${place.inText} ${place.text}`;
    if (!places.has(id)) places.set(id, place);
  };
  if (URL_START.test(word)) {
    const url = URL.canParse(word) ? new URL(word) : null;
    if (url === null) return;
    if (url.protocol !== 'file:' && url.hostname !== '')
      add({ kind: 'url', at, host: url.hostname.toLowerCase() });
    // Whatever the scheme, some servers take the rest for a path.
    if (!/^https?:$/.test(url.protocol))
      add({
        kind: 'path',
        at,
        text: decoded(url.pathname),
        certain: url.protocol === 'file:',
        inText,
      });
    return;
  }
  const looks = LOOKS_LIKE_PATH.test(word);
  const isName = word.length <= NAME_MAX && !inText;
  if (looks || keyed || /[/\\]/.test(word) || isName)
    add({ kind: 'path', at, text: word, certain: looks || keyed, inText });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
