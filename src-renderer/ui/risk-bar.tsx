import { useTranslation } from 'react-i18next';
import type { RiskLevel } from '../../src-preload/contract/index.ts';
import classes from './risk-bar.module.css';

const LEVELS = ['low', 'medium', 'high'] as const;

/** A grade by shape and hue: low is a hollow dot, medium half full, high full. */
export function RiskDot({ risk }: { readonly risk: RiskLevel }) {
  return (
    <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden className={classes[risk]}>
      <circle cx={6} cy={6} r={4.75} fill="none" stroke="currentColor" strokeWidth={1.5} />
      {risk === 'medium' && <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />}
      {risk === 'high' && <circle cx={6} cy={6} r={4.75} fill="currentColor" />}
    </svg>
  );
}

/** How many tools of each grade. */
export function RiskBar({ counts }: { readonly counts: Readonly<Record<RiskLevel, number>> }) {
  const { t } = useTranslation();
  const label = LEVELS.map((risk) => `${t(`riskLabel.${risk}`)}: ${counts[risk]}`).join(', ');
  return (
    <span className={classes.bar} role="img" aria-label={label} title={label}>
      {LEVELS.map((risk) => (
        <span key={risk} className={classes.count} data-none={counts[risk] === 0 || undefined}>
          <RiskDot risk={risk} />
          {counts[risk]}
        </span>
      ))}
    </span>
  );
}
