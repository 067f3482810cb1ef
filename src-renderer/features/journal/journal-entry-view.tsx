import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JournalEntry } from '../../../src-preload/contract/index.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Mono } from '../../ui/mono.tsx';
import classes from './journal-panel.module.css';
import { fullTime } from './journal-time.ts';
import { useJournalWords } from './journal-words.ts';

/** One entry as it is written: kind, number, time, detail and hash. */
export function JournalEntryView({ entry }: { readonly entry: JournalEntry }) {
  const { t, i18n } = useTranslation('journal');
  const words = useJournalWords();
  const empty = Object.keys(entry.detail).length === 0;
  return (
    <div className={classes.entry}>
      <div className={classes.entryHead}>
        <span>
          {words.kind(entry.kind)}{' '}
          <span className={classes.quiet}>
            {t('panel.entry', { seq: entry.seq })} · {fullTime(entry.at, i18n.language)}
          </span>
        </span>
        <CopyButton value={JSON.stringify(entry, null, 2)} label={t('panel.copy')} />
      </div>
      {empty ? (
        <Text size="xs" c="dimmed">
          {t('panel.noDetail')}
        </Text>
      ) : (
        <JsonView
          value={entry.detail}
          label={`${t('panel.detail')} ${entry.seq}`}
          maxHeight={220}
        />
      )}
      <Text size="xs" c="dimmed" component="div">
        {t('panel.hash')} <Mono text={entry.hash} />
      </Text>
    </div>
  );
}
