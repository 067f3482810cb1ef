import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronDown,
  IconChevronUp,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { JsonRowView } from './json-row-view.tsx';
import { type JsonRoot, type JsonRow, jsonRows, startsOpen } from './json-rows.ts';
import { hiddenCount, MAX_HITS, pathsAbove, rowOfHit } from './json-search.ts';
import classes from './json-view.module.css';
import { useJsonFind } from './use-json-find.ts';
import { seeOnce } from './visible-text.ts';

interface Props {
  /** Give it a `key` of its own: another value is another view. */
  readonly value: unknown;
  /** Shows these named parts instead of the value as one tree, e.g. arguments in a chosen order. */
  readonly roots?: readonly JsonRoot[];
  /** What it is, for screen readers. */
  readonly label: string;
  /** In pixels; without it the view fills its parent. */
  readonly maxHeight?: number;
}

type Opened = { readonly all: boolean | null; readonly one: ReadonlyMap<string, boolean> };

/** A whole JSON value as plain text: every part reachable, searchable, copyable; drawn as one scrolls. */
export function JsonView({ value, roots: given, label, maxHeight }: Props) {
  const { t } = useTranslation('json');
  const roots = useMemo(() => given ?? [{ label: null, path: '', value }], [given, value]);
  const starts = useMemo(() => startsOpen(roots), [roots]);
  const [see] = useState(() => seeOnce());
  const hidden = useMemo(() => hiddenCount(roots, see), [roots, see]);
  const [opened, setOpened] = useState<Opened>({ all: null, one: new Map() });
  const rows = useMemo(
    () =>
      jsonRows(
        roots,
        (path, depth, long) => opened.one.get(path) ?? opened.all ?? (!long && starts(depth)),
        see,
      ),
    [roots, starts, opened, see],
  );
  const find = useJsonFind(roots, see);
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 22,
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });

  const { current } = find;
  const wanted = useRef(current);
  useEffect(() => {
    wanted.current = current;
    if (current === undefined) return;
    setOpened((before) => {
      const one = new Map(before.one);
      for (const path of pathsAbove(current.path)) one.set(path, true);
      if (current.part === 'value') one.set(current.path, true);
      return { ...before, one };
    });
  }, [current]);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const index = rowOfHit(rows, wanted.current);
    if (index < 0) return;
    wanted.current = undefined;
    virtual.scrollToIndex(index, { align: 'center' });
  }, [rows, virtual]);

  const toggle = (row: JsonRow) => {
    if (row.kind !== 'open' && row.kind !== 'long') return;
    const one = new Map(opened.one).set(row.path, !row.expanded);
    setOpened({ ...opened, one });
  };
  const setAll = (all: boolean) => setOpened({ all, one: new Map() });
  const closed = rows.some((row) => (row.kind === 'open' || row.kind === 'long') && !row.expanded);
  const foldable = rows.some((row) => row.kind === 'open' || row.kind === 'long');
  const matches = find.hits.length === MAX_HITS ? 'matchesMany' : 'matches';
  const found = () =>
    find.hits.length === 0
      ? t('noMatch')
      : t(matches, { at: find.index + 1, count: find.hits.length });
  const count = find.query === '' || find.searching ? '' : found();
  return (
    <div
      className={`${classes.view} ${given === undefined ? '' : classes.flat}`}
      style={maxHeight === undefined ? { flex: 1 } : { maxHeight }}
    >
      <div className={classes.bar}>
        <TextInput
          className={classes.find ?? ''}
          size="xs"
          placeholder={t('find')}
          aria-label={t('find')}
          value={find.query}
          onChange={(event) => find.ask(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              find.step(event.shiftKey ? -1 : 1);
            }
            if (event.key === 'Escape' && find.query !== '') {
              event.stopPropagation();
              find.ask('');
            }
          }}
        />
        <span className={classes.count} aria-live="polite">
          {count}
        </span>
        {find.hits.length > 1 && (
          <>
            <BarButton label={t('previous')} onClick={() => find.step(-1)}>
              <IconChevronUp size={14} />
            </BarButton>
            <BarButton label={t('next')} onClick={() => find.step(1)}>
              <IconChevronDown size={14} />
            </BarButton>
          </>
        )}
        {foldable && (
          <BarButton label={t(closed ? 'openAll' : 'closeAll')} onClick={() => setAll(closed)}>
            {closed ? <IconArrowsMaximize size={14} /> : <IconArrowsMinimize size={14} />}
          </BarButton>
        )}
        <CopyButton value={JSON.stringify(value, null, 2) ?? ''} label={t('copyAll')} />
      </div>
      {hidden > 0 && <div className={classes.notice}>{t('hidden', { count: hidden })}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={scroll} className={classes.scroll} tabIndex={0} aria-label={label}>
        {rows.length === 0 && <div className={classes.count}>{t('empty')}</div>}
        <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const style: CSSProperties & Record<'--depth', number> = {
              '--depth': row.depth,
              transform: `translateY(${item.start}px)`,
            };
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                data-depth={row.depth}
                className={classes.row}
                style={style}
              >
                <JsonRowView row={row} find={find} see={see} onToggle={toggle} />
              </div>
            );
          })}
        </div>
      </section>
    </div>
  );
}

interface BarButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function BarButton({ label, onClick, children }: BarButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="dimmed"
        size="sm"
        aria-label={label}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
