import type { ImportSuggestion } from './paste-types.ts';
import { PLACEHOLDER, type PlaceholderStyle, rewritePlaceholders } from './placeholders.ts';
import type { SecretList } from './secret-names.ts';

/** What is gathered while one candidate is built. */
export interface CandidateParts {
  readonly style: PlaceholderStyle;
  readonly secrets: SecretList;
  readonly suggestions: ImportSuggestion[];
  readonly not_imported: string[];
  /** Placeholder names that the source's client would have asked for. */
  readonly asked: Map<string, string>;
}

/** The text in our placeholder syntax; notes and questions go to the parts. */
export function rewritten(text: string, parts: CandidateParts): string {
  const { text: result, asks, notes } = rewritePlaceholders(text, parts.style);
  for (const { name, reason } of asks) parts.asked.set(name, reason);
  for (const note of notes) {
    if (!parts.suggestions.some((held) => held.text === note.text)) parts.suggestions.push(note);
  }
  return result;
}

export interface OnePlaceholder {
  readonly name: string;
  readonly fallback: string | undefined;
}

/** The placeholder that a text consists of, if it is nothing else. */
export function onlyPlaceholder(text: string): OnePlaceholder | undefined {
  const matches = [...text.matchAll(PLACEHOLDER)];
  const [match] = matches;
  if (!match || match[0] !== text.trim() || match[1] === undefined) return undefined;
  return { name: match[1], fallback: match[2] };
}
