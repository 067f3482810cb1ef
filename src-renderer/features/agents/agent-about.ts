import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { locale } from './locale.ts';

/** What an agent is for: as a person wrote it, or in the window's language where nobody did. */
export function useAgentAbout(): (agent: Agent) => string {
  const { t } = useTranslation('agents');
  return ({ built_in, description }) => {
    if (built_in) return t('you');
    return description === locale.en.forAnyClient ? t('forAnyClient') : description;
  };
}
