import { Button, Skeleton, Stack } from '@mantine/core';
import { IconListDetails, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from '../../store/navigation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ScreenFrame } from '../../ui/screen-frame.tsx';
import { emptyQuery, formatFilter, parseFilter } from './filter-text.ts';
import classes from './journal.module.css';
import { journalFilter } from './journal-filter.ts';
import { JournalFilters } from './journal-filters.tsx';
import { JournalPanel } from './journal-panel.tsx';
import { type JournalRow, journalRows } from './journal-rows.ts';
import { JournalTable } from './journal-table.tsx';
import { JournalVerify } from './journal-verify.tsx';
import { useJournal } from './use-journal.ts';

/** What the address of the screen asks for: `?q=` holds filter text, other keys its fields. */
function filterFromRoute(query: Readonly<Record<string, string>>): string {
  if (query['q'] !== undefined) return query['q'];
  return formatFilter({
    ...emptyQuery,
    server: query['server_id'] ?? '',
    agent: query['agent'] ?? '',
    client: query['client'] ?? '',
    tool: query['tool'] ?? '',
    call: query['call_id'] ?? '',
  });
}

/** Everything that was asked, decided and done, newest first. */
export function JournalScreen() {
  const { t } = useTranslation('journal');
  const shared = useTranslation('shared').t;
  const route = useNavigation((navigation) => navigation.route);
  const [text, setText] = useState(() => filterFromRoute(route.query));
  const { query, problems } = useMemo(() => parseFilter(text), [text]);
  // Relative times are read once per filter, so that the list does not slip while it is read.
  const filter = useMemo(() => journalFilter(query, Date.now()), [query]);
  const feed = useJournal(filter);
  const [open, setOpen] = useState<JournalRow | null>(null);
  const entries = feed.loaded?.entries;
  const rows = useMemo(() => journalRows(entries ?? []), [entries]);
  const filtered = text.trim() !== '';
  const total = feed.loaded?.total;
  return (
    <ScreenFrame
      fill
      title={shared('screen.journal')}
      sentence={
        total === undefined ? '' : t(filtered ? 'sentenceFiltered' : 'sentence', { count: total })
      }
      actions={<JournalVerify />}
      bar={<JournalFilters text={text} problems={problems} onChange={setText} />}
    >
      {feed.failure !== null && (
        <div className={classes.note}>
          <FailureNote failure={feed.failure} retry={feed.again} />
        </div>
      )}
      {feed.loaded === null && feed.failure === null && (
        <Stack gap={6} px="lg" aria-label={shared('loading')}>
          {Array.from({ length: 12 }, (_, index) => index).map((index) => (
            <Skeleton key={index} h={26} />
          ))}
        </Stack>
      )}
      {feed.loaded !== null && rows.length === 0 && (
        <EmptyState
          icon={filtered ? <IconSearchOff size={32} /> : <IconListDetails size={32} />}
          title={t(filtered ? 'noMatch' : 'empty')}
          {...(filtered
            ? { action: <Button onClick={() => setText('')}>{t('clear')}</Button> }
            : {})}
        >
          {t(filtered ? 'noMatchNote' : 'emptyNote')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <div className={classes.split}>
          <JournalTable
            rows={rows}
            complete={feed.loaded?.complete ?? true}
            openKey={open?.key ?? null}
            onOpen={setOpen}
            onEnd={feed.loadOlder}
          />
          {open !== null && (
            <JournalPanel
              key={open.key}
              row={rows.find((row) => row.key === open.key) ?? open}
              onClose={() => setOpen(null)}
              onOnly={(call) => setText(`call:${call}`)}
            />
          )}
        </div>
      )}
    </ScreenFrame>
  );
}
