import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/use-now.ts';
import type { Ended } from './approval-queue.ts';
import classes from './approval-window.module.css';
import { clockText, secondsLeft, spokenSeconds } from './countdown.ts';

/** Time left to answer; said aloud at a few moments only. */
export function Countdown({
  expiresAt,
  ended = null,
}: {
  readonly expiresAt: string;
  readonly ended?: Ended | null;
}) {
  const { t } = useTranslation('approvals');
  const seconds = secondsLeft(expiresAt, useNow());
  const spoken = spokenSeconds(seconds);
  const over = ended ?? (seconds === 0 ? 'expired' : null);
  return (
    <span className={classes.clock} data-soon={over === null && seconds <= 30}>
      {over !== null ? t(over) : t('left', { clock: clockText(seconds) })}
      <span className="gh-hidden" aria-live="polite">
        {over === null && spoken !== null ? t('spoken', { count: spoken }) : ''}
      </span>
    </span>
  );
}
