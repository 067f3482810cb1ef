import { useTranslation } from 'react-i18next';
import type { RiskLevel } from '../../src-preload/contract/index.ts';
import classes from './risk-bar.module.css';
import { RiskShape } from './risk-chip.tsx';

const LEVELS = ['low', 'medium', 'high'] as const;

/** How many tools of each grade. */
export function RiskBar({ counts }: { readonly counts: Readonly<Record<RiskLevel, number>> }) {
  const { t } = useTranslation();
  const label = LEVELS.map((risk) => `${t(`riskLabel.${risk}`)}: ${counts[risk]}`).join(', ');
  return (
    <span className={classes.bar} role="img" aria-label={label} title={label}>
      {LEVELS.map((risk) => (
        <span key={risk} className={classes.count} data-none={counts[risk] === 0 || undefined}>
          <span className={classes[risk]}>
            <RiskShape risk={risk} size={12} />
          </span>
          {counts[risk]}
        </span>
      ))}
    </span>
  );
}
