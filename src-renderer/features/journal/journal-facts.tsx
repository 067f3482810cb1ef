import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type JournalEntry, recordedFailure } from '../../../src-preload/contract/index.ts';
import { useRequest } from '../../bridge.ts';
import { Mono } from '../../ui/mono.tsx';
import { RiskChip } from '../../ui/risk-chip.tsx';
import { durationText } from '../../ui/time-text.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './journal-panel.module.css';
import type { JournalRow } from './journal-rows.ts';
import { fullTime } from './journal-time.ts';
import { useJournalWords } from './journal-words.ts';
import { recordedCall } from './recorded-call.ts';
import { RecordedReason } from './recorded-reason.tsx';

interface Props {
  readonly row: JournalRow;
  readonly entries: readonly JournalEntry[];
}

/** The row's fields as a list; only those that say something. */
export function JournalFacts({ row, entries }: Props) {
  const { t, i18n } = useTranslation('journal');
  const words = useJournalWords();
  const recorded = recordedCall(entries);
  const failure =
    entries
      .map(recordedFailure)
      .toReversed()
      .find((one) => one !== null) ?? null;
  const client = entries.find((entry) => entry.client !== null)?.client ?? null;
  const clients = useRequest('client/list', {}, { events: ['clients/changed'] });
  const label = clients.value?.find(({ id }) => id === client)?.label ?? null;
  const foreign = (text: string | null) =>
    text !== null && text !== '' && <VisibleText text={text} />;
  const reason =
    failure === null ? (
      foreign(recorded.message)
    ) : (
      <RecordedReason failure={failure} serverId={row.server_id} />
    );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('column.at'), fullTime(row.at, i18n.language)],
    [t('column.agent'), foreign(row.agent)],
    [t('panel.client'), foreign(label ?? client)],
    [t('column.server'), foreign(row.server_id)],
    [
      t('column.tool'),
      row.kind !== 'call' && foreign(row.tool ?? (failure === null ? row.subject : null)),
    ],
    [
      t('panel.risk'),
      row.risk !== null && (
        <span className={classes.chip}>
          <RiskChip risk={row.risk} />
        </span>
      ),
    ],
    [t('column.decision'), row.decision !== null && foreign(words.decision(row.decision))],
    [t('panel.because'), foreign(recorded.because)],
    [
      t('column.outcome'),
      row.outcome !== null && foreign(words.outcome(row.outcome, row.is_error)),
    ],
    [t('panel.why'), reason],
    [t('column.duration'), row.duration_ms !== null && durationText(row.duration_ms)],
    [t('panel.callId'), row.call_id !== null && <Mono text={row.call_id} />],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value !== false && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
