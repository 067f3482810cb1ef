import { useTranslation } from 'react-i18next';
import classes from './approval-window.module.css';
import { clockText, secondsLeft, spokenSeconds } from './countdown.ts';
import { useNow } from './use-now.ts';

/** Time left to answer; said aloud at a few moments only. */
export function Countdown({
  expiresAt,
  ended = false,
}: {
  readonly expiresAt: string;
  readonly ended?: boolean;
}) {
  const { t } = useTranslation('approvals');
  const seconds = secondsLeft(expiresAt, useNow());
  const spoken = spokenSeconds(seconds);
  const over = ended || seconds === 0;
  return (
    <span className={classes.clock} data-soon={!over && seconds <= 30}>
      {over ? t('expired') : t('left', { clock: clockText(seconds) })}
      <span className="gh-hidden" aria-live="polite">
        {!over && spoken !== null ? t('spoken', { count: spoken }) : ''}
      </span>
    </span>
  );
}
