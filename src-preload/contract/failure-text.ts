import { exactSentences, failureSentences, fixSentences } from './failure-sentences.ts';
import type { Failure } from './views/common.ts';

export type Language = 'en' | 'zh-CN';
type Code = keyof (typeof failureSentences)['en'];
const isCode = (code: string): code is Code => Object.hasOwn(failureSentences.en, code);

export interface FailureText {
  /** What happened, in the person's language. */
  readonly sentence: string;
  /** The owner's own words, where `sentence` is only the general one; else null. */
  readonly detail: string | null;
  /** What the server wrote last, where `sentence` does not hold it; else null. */
  readonly words: string | null;
  /** What to do; null when the owner says nothing. */
  readonly fix: string | null;
}

/** Says a failure in `language`. Unknown codes keep the owner's sentence. */
export function failureText(failure: Failure, language: Language): FailureText {
  const { code, message, params = {} } = failure;
  const fix = fixIn(failure, language);
  const last = String(params['last_lines'] || params['last_line'] || '');
  const exact = exactSentence(code, params, language);
  if (exact !== null)
    return { sentence: exact, detail: null, words: last === '' ? null : last, fix };
  const general = isCode(code) ? failureSentences[language][code] : null;
  if (general === null || (language === 'en' && message !== '')) {
    const words = last === '' || message.includes(last) ? null : last;
    return { sentence: message, detail: null, words, fix };
  }
  return { sentence: general, detail: message === '' ? null : message, words: null, fix };
}

/** The owner says it in English only. */
function fixIn({ code, fix }: Failure, language: Language): string | null {
  if (fix === undefined || language === 'en') return fix ?? null;
  const sentences = fixSentences[language];
  return Object.hasOwn(sentences, code) ? (sentences[code] ?? fix) : fix;
}

/** One line of it, for a place without room for more: the sentence with the server's words in it. */
export function failureLine(failure: Failure, language: Language): string {
  if (language === 'en' && failure.message !== '') return failure.message;
  const { sentence, words } = failureText(failure, language);
  return words === null ? sentence : `${sentence.replace(/[.。]$/, '')}：${words}`;
}

function exactSentence(
  code: string,
  params: NonNullable<Failure['params']>,
  language: Language,
): string | null {
  const of = (key: string): readonly string[] =>
    Object.hasOwn(exactSentences[language], key) ? (exactSentences[language][key] ?? []) : [];
  const known = withCause(params, language);
  const templates = [...of(`${code}:${params['reason']}`), ...of(code)];
  for (const template of templates) {
    const names = [...template.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    if (names.every((name) => Object.hasOwn(known, name) && known[name] !== ''))
      return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(known[name]));
  }
  return null;
}

/** The values, with the sentence of the failure behind this one as `cause`. */
function withCause(params: NonNullable<Failure['params']>, language: Language) {
  const { reason, ...rest } = params;
  const code = String(reason ?? '');
  if (!isCode(code)) return params;
  const { sentence } = failureText({ code, message: '', params: rest }, language);
  return { ...params, cause: sentence.replace(/[.。]$/, '') };
}
