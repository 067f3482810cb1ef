import { useTranslation } from 'react-i18next';
import { locale } from './locale.ts';

const has = <T extends object>(record: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(record, key);

export interface JournalWords {
  readonly kind: (kind: string) => string;
  readonly decision: (decision: string) => string;
  readonly outcome: (outcome: string, isError: boolean) => string;
}

/** Words for what the journal holds; what this version does not know stays as it is written. */
export function useJournalWords(): JournalWords {
  const { t } = useTranslation('journal');
  const { kind, decision, outcome } = locale.en;
  return {
    kind: (name) => (has(kind, name) ? t(`kind.${name}`) : name),
    decision: (name) => (has(decision, name) ? t(`decision.${name}`) : name),
    outcome: (name, isError) => {
      if (name === 'answered' && isError) return t('outcome.tool_error');
      return has(outcome, name) ? t(`outcome.${name}`) : name;
    },
  };
}
