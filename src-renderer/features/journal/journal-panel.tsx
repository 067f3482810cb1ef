import { Anchor, CloseButton, Skeleton, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Mono } from '../../ui/mono.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { JournalEntryView } from './journal-entry-view.tsx';
import { JournalFacts } from './journal-facts.tsx';
import classes from './journal-panel.module.css';
import type { JournalRow } from './journal-rows.ts';
import { useJournalWords } from './journal-words.ts';
import { recordedCall } from './recorded-call.ts';

interface Props {
  readonly row: JournalRow;
  readonly onClose: () => void;
  readonly onOnly: (call: string) => void;
}

/** All of a row: a call's entries together, or the one entry. */
export function JournalPanel({ row, onClose, onOnly }: Props) {
  const { t } = useTranslation('journal');
  const words = useJournalWords();
  const call = row.kind === 'call' ? row.call_id : null;
  const together = useRequest('journal/list', call === null ? null : { call_id: call, limit: 50 }, {
    events: ['journal/appended'],
    when: () => row.outcome === null,
  });
  const alone = useRequest('journal/show', call === null ? { seq: row.seq } : null);
  const entries = (
    call === null ? (alone.value === null ? null : [alone.value]) : together.value?.entries
  )?.toSorted((left, right) => left.seq - right.seq);
  const failure = together.failure ?? alone.failure;
  const recorded = recordedCall(entries ?? []);
  const shut = () => {
    onClose();
    document.getElementById('journal-grid')?.focus();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <aside className={classes.panel} aria-label={t('panel.title')}>
      <div className={classes.head}>
        <Title order={2} className={classes.title ?? ''}>
          {row.kind === 'call' ? (
            <span className="gh-mono">
              <VisibleText text={row.tool ?? ''} />
            </span>
          ) : (
            words.kind(row.kind)
          )}
        </Title>
        <CloseButton aria-label={t('panel.close')} onClick={shut} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.body} tabIndex={0} aria-label={t('panel.title')}>
        <JournalFacts row={row} entries={entries ?? []} />
        {call !== null && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="start"
            onClick={() => onOnly(call)}
          >
            {t('panel.onlyCall')}
          </Anchor>
        )}
        {failure !== null && <FailureNote failure={failure} />}
        {entries === undefined && failure === null && <Skeleton h={160} />}
        {recorded.arguments !== null && (
          <section>
            <Title order={3} mb={4}>
              {t('panel.arguments')}
            </Title>
            <JsonView value={recorded.arguments} label={t('panel.arguments')} maxHeight={280} />
          </section>
        )}
        {recorded.argumentsText !== null && (
          <section>
            <Title order={3} mb={4}>
              {t('panel.argumentsText')}
            </Title>
            <JsonView
              value={recorded.argumentsText}
              label={t('panel.argumentsText')}
              maxHeight={200}
            />
          </section>
        )}
        {recorded.resultHash !== null && (
          <section>
            <Title order={3} mb={4}>
              {t('panel.result')}
            </Title>
            {row.is_error && <Text size="sm">{t('panel.error')}</Text>}
            {recorded.resultFile !== null && (
              <Text size="sm" component="div">
                {t('panel.resultFile')} <Mono text={recorded.resultFile} />
              </Text>
            )}
            {recorded.result !== null && (
              <JsonView value={recorded.result} label={t('panel.result')} maxHeight={280} />
            )}
            <Text size="xs" c="dimmed" component="div" mt={4}>
              {t('panel.resultHash')} <Mono text={recorded.resultHash} />
            </Text>
          </section>
        )}
        {entries !== undefined && (
          <section>
            <Title order={3} mb={4}>
              {t('panel.entries')}
            </Title>
            {entries.map((entry) => (
              <JournalEntryView key={entry.seq} entry={entry} />
            ))}
          </section>
        )}
      </section>
    </aside>
  );
}
