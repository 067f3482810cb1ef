import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matrixStep } from './matrix-keys.ts';
import { IdleGlobRow, ServerGridRow, ToolGridRow } from './matrix-row.tsx';
import type { MatrixRow } from './matrix-rows.ts';
import classes from './tool-matrix.module.css';
import type { Allowing } from './use-allowed.ts';

interface Props {
  readonly label: string;
  readonly rows: readonly MatrixRow[];
  readonly onOpen: (id: string, open: boolean) => void;
  readonly onChange: Allowing['change'];
}

const HEIGHT = { server: 44, tool: 34, idle: 34 } as const;

/**
 * The rows as a tree grid of which only those in sight exist. One tick is in the tab order; arrows go
 * up and down, right opens a server, left closes it, space ticks.
 */
export function MatrixGrid({ label, rows, onOpen, onChange }: Props) {
  const { t } = useTranslation('agents');
  const scroll = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => HEIGHT[rows[index]?.kind ?? 'tool'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  });
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === current),
  );
  const goTo = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    setCurrent(row.key);
    virtual.scrollToIndex(index);
    // The row may have to be drawn first.
    requestAnimationFrame(() =>
      scroll.current
        ?.querySelector<HTMLInputElement>(`[aria-rowindex="${index + 1}"] input`)
        ?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = matrixStep(rows, at, event.key);
    if (step === null) return;
    event.preventDefault();
    if (step.kind === 'go') goTo(step.index);
    else onOpen(step.id, step.open);
  };
  return (
    <div ref={scroll} className={classes.scroll}>
      <div
        role="treegrid"
        aria-label={label}
        aria-rowcount={rows.length}
        aria-describedby="matrix-keys"
        className={classes.grid}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        <span id="matrix-keys" className="gh-hidden">
          {t('matrix.keys')}
        </span>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const shared = {
            place: { index: item.index, top: item.start, height: item.size },
            isCurrent: item.index === at,
            onFocus: () => setCurrent(row.key),
          };
          switch (row.kind) {
            case 'server':
              return (
                <ServerGridRow
                  key={row.key}
                  {...shared}
                  row={row}
                  onOpen={onOpen}
                  onChange={onChange}
                />
              );
            case 'tool':
              return <ToolGridRow key={row.key} {...shared} row={row} onChange={onChange} />;
            default:
              return <IdleGlobRow key={row.key} {...shared} row={row} onChange={onChange} />;
          }
        })}
      </div>
    </div>
  );
}
