import type { McpObject } from './exposed.ts';
import { isFields } from './present-result-text.ts';

export const SEARCH_LIMIT = 8;
export const SEARCH_LIMIT_MAX = 50;
const QUERY_WORDS_MAX = 20;

interface Found {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
}

interface Searched {
  readonly tools: readonly Found[];
  /** How many fit the words, also beyond the limit and the budget. */
  readonly total: number;
}

/** What a word is worth where it stands; a whole word counts twice. */
const WORTH = { name: 8, title: 6, parameters: 3, description: 2 };

/** Of a text only so much is searched: a server may write any length. */
const SEARCHED_CHARS = 4_000;
const lower = (text: unknown): string =>
  typeof text === 'string' ? text.slice(0, SEARCHED_CHARS).normalize('NFKC').toLowerCase() : '';
const wordsOf = (text: string): readonly string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
/** `readFile` and `read_file` are two words each. */
const unjoined = (name: string): string => name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');

/**
 * The listed tools that hold words of the query, best first, equals by name. At most `limit` of them, and
 * at most `budget_chars` of JSON, but at least one.
 */
export function searchTools(
  tools: readonly McpObject[],
  query: string,
  { limit, budget_chars }: { readonly limit: number; readonly budget_chars: number },
): Searched {
  const words = [...new Set(wordsOf(lower(unjoined(query))))].slice(0, QUERY_WORDS_MAX);
  const ranked = tools
    .map((tool) => ({ tool, score: scoreOf(tool, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (nameOf(a.tool) < nameOf(b.tool) ? -1 : 1));
  const found: Found[] = [];
  let left = budget_chars;
  for (const { tool } of ranked.slice(0, limit)) {
    const shown = shownTool(tool);
    left -= JSON.stringify(shown).length;
    if (left < 0 && found.length > 0) break;
    found.push(shown);
  }
  return { tools: found, total: ranked.length };
}

const nameOf = (tool: McpObject): string => String(tool['name']);

function scoreOf(tool: McpObject, words: readonly string[]): number {
  const schema = tool['inputSchema'];
  const properties = isFields(schema) ? schema['properties'] : undefined;
  const parameters = isFields(properties) ? Object.keys(properties).slice(0, 200) : [];
  const texts: Readonly<Record<keyof typeof WORTH, string>> = {
    name: lower(unjoined(nameOf(tool))),
    title: lower(tool['title']),
    parameters: lower(unjoined(parameters.join(' '))),
    description: lower(tool['description']),
  };
  let score = 0;
  for (const place of ['name', 'title', 'parameters', 'description'] as const) {
    const text = texts[place];
    if (text === '') continue;
    const whole = new Set(wordsOf(text));
    for (const word of words) {
      if (whole.has(word)) score += 2 * WORTH[place];
      else if (text.includes(word)) score += WORTH[place];
    }
  }
  return score;
}

const shownTool = (tool: McpObject): Found => ({
  name: nameOf(tool),
  ...textField('title', tool['title']),
  ...textField('description', tool['description']),
  inputSchema: tool['inputSchema'],
});

const textField = (field: string, value: unknown): Record<string, string> =>
  typeof value === 'string' ? { [field]: value } : {};
