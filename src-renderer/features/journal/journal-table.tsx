import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './journal.module.css';
import { JournalLine } from './journal-line.tsx';
import { indexOfSeq, type JournalRow } from './journal-rows.ts';
import { rowForKey } from './row-keys.ts';

interface Props {
  readonly rows: readonly JournalRow[];
  readonly complete: boolean;
  readonly openKey: string | null;
  readonly onOpen: (row: JournalRow | null) => void;
  /** The reader nears the oldest row that is loaded. */
  readonly onEnd: () => void;
}

const ROW = 32;
const NEAR_END = 100;
const COLUMNS = ['at', 'agent', 'server', 'tool', 'decision', 'outcome', 'duration'] as const;
const lineId = (row: JournalRow | undefined) =>
  row === undefined ? undefined : `journal-${row.key}`;

/** Draws only what is seen. New rows come in above without moving what is read. */
export function JournalTable({ rows, complete, openKey, onOpen, onEnd }: Props) {
  const { t } = useTranslation('journal');
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
    getItemKey: (index) => rows[index]?.key ?? index,
  });

  const newest = rows[0]?.seq ?? 0;
  const seen = useRef({ newest, rows, active });
  const [unread, setUnread] = useState(0);
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { newest, rows, active };
    if (before.rows === rows) return;
    const activeSeq = before.rows[before.active]?.seq;
    if (activeSeq !== undefined) setActive(indexOfSeq(rows, activeSeq));
    const element = scroll.current;
    const added = indexOfSeq(rows, before.newest);
    if (element === null || added === 0 || element.scrollTop < ROW) return;
    element.scrollTop += added * ROW;
    setUnread((count) => count + added);
  });

  const items = virtual.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (!complete && lastIndex > rows.length - NEAR_END) onEnd();
  }, [complete, lastIndex, rows.length, onEnd]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = rowForKey(event.key, active, rows.length);
    if (to === null && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (to === null) return onOpen(event.key === 'Enter' ? (rows[active] ?? null) : null);
    setActive(to);
    virtual.scrollToIndex(to);
    // An open panel goes along with the row one stands on.
    if (openKey !== null) onOpen(rows[to] ?? null);
  };
  return (
    <div className={classes.tableFrame}>
      {unread > 0 && (
        <Button
          className={classes.newer ?? ''}
          size="compact-xs"
          variant="filled"
          leftSection={<IconArrowUp size={12} />}
          aria-label={t('toTop')}
          onClick={() => {
            setUnread(0);
            virtual.scrollToIndex(0);
          }}
        >
          {t('newer', { count: unread })}
        </Button>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid has no table rows for what is not drawn */}
      <div
        ref={scroll}
        id="journal-grid"
        role="grid"
        tabIndex={0}
        className={classes.grid}
        aria-label={t('table')}
        aria-rowcount={complete ? rows.length + 1 : -1}
        aria-activedescendant={lineId(rows[active])}
        onKeyDown={onKeyDown}
        onScroll={(event) => {
          if (event.currentTarget.scrollTop < ROW) setUnread(0);
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
        <div role="row" aria-rowindex={1} className={`${classes.line} ${classes.headLine}`}>
          {COLUMNS.map((column) => (
            // biome-ignore lint/a11y/useSemanticElements: see the grid
            // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with a heading
            <span role="columnheader" key={column} className={classes[column]}>
              {t(`column.${column}`)}
            </span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
        <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            return (
              row !== undefined && (
                <JournalLine
                  key={item.key}
                  id={lineId(row) ?? ''}
                  row={row}
                  index={item.index}
                  top={item.start}
                  active={item.index === active}
                  open={row.key === openKey}
                  onOpen={() => {
                    setActive(item.index);
                    onOpen(row);
                  }}
                />
              )
            );
          })}
        </div>
        {!complete && <div className={classes.more}>{t('loadingMore')}</div>}
      </div>
    </div>
  );
}
