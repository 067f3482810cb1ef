import { useTranslation } from 'react-i18next';
import { type Failure, failureLine } from '../../../../src-preload/contract/index.ts';
import { shownLanguage } from '../../../i18n/i18n.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import classes from './state-line.module.css';

/** What went wrong last, beside a server that is well again. */
export function PastError({ at, failure }: { readonly at: string; readonly failure: Failure }) {
  const { t, i18n } = useTranslation('mcp');
  return (
    <p className={classes.past}>
      {t('detail.lastError')} <TimeAgo instant={at} />
      {': '}
      <BoundedText text={failureLine(failure, shownLanguage(i18n.language))} limit={160} />
    </p>
  );
}
