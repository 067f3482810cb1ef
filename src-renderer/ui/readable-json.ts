/** Of text that was cut the mark at its end. */
const CUT = '…';

/** JSON text for reading: a string as its text, anything else indented. Cut or broken JSON as far as it goes. */
export function readableJson(text: string): string {
  const whole = parsed(text);
  if (typeof whole === 'string') return whole;
  if (whole !== undefined) return JSON.stringify(whole, null, 2);
  const bare = text.endsWith(CUT) ? text.slice(0, -CUT.length) : text;
  const string = bare.startsWith('"')
    ? parsed(`${bare.replace(/\\(?:u[0-9a-f]{0,3})?$/i, '')}"`)
    : undefined;
  if (typeof string === 'string') return `${string}${CUT}`;
  return /^[[{]/.test(text) ? indented(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Breaks lines as JSON.stringify would, without asking for an end. */
function indented(text: string): string {
  let depth = 0;
  const parts = text.match(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^"{}[\],:\s]+/gs) ?? [];
  const line = () => `\n${'  '.repeat(Math.min(depth, 40))}`;
  return parts
    .map((part) => {
      if (part === '{' || part === '[') {
        depth += 1;
        return `${part}${line()}`;
      }
      if (part === '}' || part === ']') {
        depth = Math.max(0, depth - 1);
        return `${line()}${part}`;
      }
      if (part === ',') return `,${line()}`;
      return part === ':' ? ': ' : part;
    })
    .join('');
}

const isString = (json: string | null): boolean => json?.startsWith('"') ?? false;

/** Both sides of a change to read; as written where only one is a string, so that `"5"` and `5` differ. */
export function readablePair(
  before: string | null,
  after: string | null,
): { before: string | null; after: string | null } {
  const mixed = before !== null && after !== null && isString(before) !== isString(after);
  if (mixed) return { before, after };
  return {
    before: before === null ? null : readableJson(before),
    after: after === null ? null : readableJson(after),
  };
}
