import { ITEMS_MAX, TEXT_MAX } from './field-reader.ts';
import type { PlaceholderStyle } from './placeholders.ts';
import { PLACEHOLDER, rewritePlaceholders } from './placeholders.ts';
import type { ServerDraft } from './server-draft.ts';

/** Why a draft whose fields have the right types can still be no registration. */
export function draftProblem(draft: ServerDraft, style: PlaceholderStyle): string | undefined {
  if (draft.transport === 'stdio') {
    if ((draft.argv[0] ?? '').trim() === '') return '"command" is empty';
    if (draft.argv.length > ITEMS_MAX) return `the command has more than ${ITEMS_MAX} words`;
  } else {
    const problem = urlProblem(rewritePlaceholders(draft.url, style).text);
    if (problem) return problem;
  }
  const texts = [...draft.argv, draft.url, ...draft.env.values(), ...draft.headers.values()];
  if (texts.some((text) => text.length > TEXT_MAX)) {
    return `a part is longer than ${TEXT_MAX} characters`;
  }
  const variables = [...draft.env.keys(), ...draft.env_keys, ...draft.header_env.values()];
  if (draft.bearer_env !== '') variables.push(draft.bearer_env);
  const variable = variables.find((name) => !/^[A-Za-z_][\w.()-]{0,254}$/.test(name));
  if (variable !== undefined) return `"${short(variable)}" cannot be the name of a variable`;
  if (variables.includes('__proto__')) return '"__proto__" cannot be the name of a variable';
  const headers = [...draft.headers.keys(), ...draft.header_env.keys()];
  const header = headers.find((name) => !/^[\w!#$%&'*+.^`|~-]{1,256}$/.test(name));
  if (header !== undefined) return `"${short(header)}" cannot be the name of a header`;
  const broken = [...draft.headers].find(([, value]) => /[\r\n]/.test(value));
  return broken ? `the header "${short(broken[0])}" holds a line break` : undefined;
}

function urlProblem(url: string): string | undefined {
  if (/[\s\p{Cc}]/u.test(url)) return '"url" holds blanks or control characters';
  const filled = url.replace(PLACEHOLDER, '1');
  if (filled === '1') return undefined;
  if (!/^(?:https?:\/\/|1)/i.test(filled)) return '"url" does not begin with http:// or https://';
  return URL.canParse(filled.replace(/^1(?=[^/]*\/)/, 'http://1'))
    ? undefined
    : '"url" is no valid address';
}

const short = (text: string): string => text.slice(0, 60);
