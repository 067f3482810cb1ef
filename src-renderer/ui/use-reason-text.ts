import { useTranslation } from 'react-i18next';
import type { RiskReason } from '../../src-preload/contract/index.ts';
import { locale } from './risk-locale.ts';
import { reasonKeys } from './risk-reason.ts';

/** Says a reason in the window's language; an unknown code keeps its English sentence. */
export function useReasonText(): (reason: RiskReason) => string {
  const { t } = useTranslation('risk');
  const shared = useTranslation('shared').t;
  return (reason) => {
    const keys = reasonKeys(reason, locale.en);
    if (keys === null) return reason.text;
    if (keys.kind === 'danger')
      return t('it', {
        danger: t(`danger.${keys.danger}`),
        word: reason.params['word'] ?? '',
        place: t(`place.${keys.place}`, { parameter: reason.params['parameter'] ?? '' }),
      });
    const level = reason.params['level'];
    const risk =
      level === 'low' || level === 'medium' || level === 'high' ? shared(`risk.${level}`) : '';
    return t(`reason.${keys.code}`, {
      risk: risk.toLowerCase(),
      limit: reason.params['limit'] ?? '',
      depth: reason.params['depth'] ?? '',
      nodes: reason.params['nodes'] ?? '',
      hint: reason.params['hint'] ?? '',
    });
  };
}
