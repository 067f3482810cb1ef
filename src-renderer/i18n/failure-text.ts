import { useTranslation } from 'react-i18next';
import { type Failure, type FailureText, failureText } from '../../src-preload/contract/index.ts';
import { type Language, shownLanguage } from './i18n.ts';

/** `failureText` in the language of the window. */
export function useFailureText(): (failure: Failure) => FailureText {
  const { i18n } = useTranslation();
  const language: Language = shownLanguage(i18n.language);
  return (failure) => failureText(failure, language);
}
