import type { ImportCandidate } from './paste-types.ts';
import { PLACEHOLDER } from './placeholders.ts';

/** Shorter values are words that may stand elsewhere with another meaning. */
const TELLING_LENGTH = 12;

/**
 * A last look: a value known as a secret from one field is replaced wherever else it stands, also
 * in the texts beside the registration.
 */
export function scrubbed(candidate: ImportCandidate): ImportCandidate {
  const known = candidate.secrets.filter(
    ({ value }) => value !== null && value.length >= TELLING_LENGTH,
  );
  if (known.length === 0) return candidate;
  // Longest first, so that a value that holds another one goes as a whole.
  known.sort((a, b) => (b.value?.length ?? 0) - (a.value?.length ?? 0));
  const literal = (text: string): string =>
    known.reduce(
      (clean, { name, value }) => clean.replaceAll(value ?? '', () => `\${${name}}`),
      text,
    );
  const scrub = (text: string): string => {
    if (!known.some(({ value }) => text.includes(value ?? ''))) return text;
    let result = '';
    let from = 0;
    for (const match of text.matchAll(PLACEHOLDER)) {
      result += literal(text.slice(from, match.index)) + match[0];
      from = match.index + match[0].length;
    }
    return result + literal(text.slice(from));
  };
  const { registration } = candidate;
  return {
    ...candidate,
    source_name: scrub(candidate.source_name),
    registration: {
      ...registration,
      name: scrub(registration.name),
      command_argv: registration.command_argv.map(scrub),
      cwd: scrub(registration.cwd),
      url: scrub(registration.url),
      env: Object.fromEntries(
        Object.entries(registration.env).map(([key, value]) => [key, scrub(value)]),
      ),
    },
    suggestions: candidate.suggestions.map((suggestion) => ({
      ...suggestion,
      text: scrub(suggestion.text),
      ...(suggestion.argv ? { argv: suggestion.argv.map(scrub) } : {}),
    })),
    not_imported: candidate.not_imported.map(scrub),
  };
}
