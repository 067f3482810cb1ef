import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../src-preload/contract/index.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { shownLanguage } from '../../i18n/i18n.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { timeAgo } from '../../ui/time-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { clockText, secondsLeft } from '../approvals/countdown.ts';
import classes from './reason-view.module.css';

interface Props {
  readonly failure: Failure;
  /** Instants, where they are known. */
  readonly since?: string | null;
  readonly retryAt?: string | null;
  /** On a card, where room is short: its buttons say what to do. */
  readonly brief?: boolean;
}

/** What to do said as a command line is for a terminal; here a button does it. */
const COMMAND = 'gatehouse ';

/** A reason for a person, the same on every screen: the sentence, the server's last words, since when, and when it is tried again. */
export function ReasonView({ failure, since = null, retryAt = null, brief = false }: Props) {
  const { sentence, detail, words, fix } = useFailureText()(failure);
  return (
    <div className={classes.reason} data-brief={brief || undefined}>
      <p>
        <BoundedText text={sentence} limit={brief ? 200 : 600} />
      </p>
      {words !== null && (
        <p className={`${classes.words} gh-mono`}>
          <VisibleText text={words.slice(0, 600)} />
        </p>
      )}
      {!brief && detail !== null && (
        <p className={classes.quiet}>
          <BoundedText text={detail} />
        </p>
      )}
      {!brief && fix !== null && !fix.includes(COMMAND) && (
        <p className={classes.quiet}>
          <BoundedText text={fix} limit={300} />
        </p>
      )}
      {(since !== null || retryAt !== null) && (
        <p className={classes.quiet} aria-live="off">
          {since !== null && <Failed at={since} />}
          {since !== null && retryAt !== null && ' · '}
          {retryAt !== null && <NextTry at={retryAt} />}
        </p>
      )}
    </div>
  );
}

function Failed({ at }: { readonly at: string }) {
  const { t, i18n } = useTranslation('mcp');
  const now = useNow(10_000);
  const isNew = now - Date.parse(at) < 60_000;
  const language = shownLanguage(i18n.language);
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(language)}>
      {isNew ? t('failedNow') : t('failedAgo', { ago: timeAgo(at, now, language) })}
    </time>
  );
}

/** When the next try comes, counted down. */
function NextTry({ at }: { readonly at: string }) {
  const { t } = useTranslation('mcp');
  const seconds = secondsLeft(at, useNow());
  return <>{seconds === 0 ? t('nextUse') : t('nextTry', { clock: clockText(seconds) })}</>;
}
