import { useTranslation } from 'react-i18next';
import type { Failure } from '../../src-preload/contract/index.ts';
import { locale } from './failures.ts';
import type { Language } from './i18n.ts';

type Code = keyof typeof locale.en;
const isCode = (code: string): code is Code => Object.hasOwn(locale.en, code);

export interface FailureText {
  /** What happened, in the person's language. */
  readonly sentence: string;
  /** The owner's own words, where `sentence` is only the general one; else null. */
  readonly detail: string | null;
  /** What to do, as the owner says it; null when it says nothing. */
  readonly fix: string | null;
}

/** Says a failure in `language`. Unknown codes keep the owner's sentence. */
export function failureText(failure: Failure, language: Language): FailureText {
  const fix = failure.fix ?? null;
  const general = isCode(failure.code) ? locale[language][failure.code] : null;
  if (language === 'en' && failure.message !== '')
    return { sentence: failure.message, detail: null, fix };
  if (general === null) return { sentence: failure.message, detail: null, fix };
  return { sentence: general, detail: failure.message === '' ? null : failure.message, fix };
}

/** `failureText` in the language of the window. */
export function useFailureText(): (failure: Failure) => FailureText {
  const { i18n } = useTranslation();
  return (failure) => failureText(failure, i18n.language === 'zh-CN' ? 'zh-CN' : 'en');
}
