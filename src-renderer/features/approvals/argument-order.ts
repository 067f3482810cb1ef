import { childrenOf, isLong, type JsonRoot } from '../../ui/json-rows.ts';

/** Where things are or go is what a person judges first. */
const PLACE_NAME =
  /(?:^|[_\-.])(?:path|paths|file|filename|dir|directory|folder|url|uri|href|host|to|from|source|src|dest|destination|target|recipient|recipients|command|cmd|repo|branch|channel|email)$/i;
const PLACE_VALUE = /^(?:~?[/\\]|\.{1,2}[/\\]|[A-Za-z]:[/\\]|[a-z][a-z0-9+.-]*:\/\/|file:)/;

const isPlace = (label: string, value: unknown): boolean => {
  const name = label.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  if (typeof value === 'string') return PLACE_VALUE.test(value) || PLACE_NAME.test(name);
  return Array.isArray(value) && PLACE_NAME.test(name);
};

function rank({ label, value }: JsonRoot): number {
  if (typeof value === 'string' && isLong(value)) return 3;
  if (isPlace(label ?? '', value)) return 0;
  return typeof value === 'object' && value !== null ? 2 : 1;
}

/**
 * A call's arguments as rows to read from the top: places (paths, addresses, commands), then short
 * values, then lists and objects, then long texts. Within these, the order they came in. All stay.
 */
export function argumentRoots(args: Readonly<Record<string, unknown>>): JsonRoot[] {
  return (childrenOf('', args) ?? [])
    .map((root) => ({ root, rank: rank(root) }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ root }) => root);
}
