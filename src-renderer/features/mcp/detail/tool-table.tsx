import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../../../../src-preload/contract/index.ts';
import { RiskChip } from '../../../ui/risk-chip.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { StateDot } from '../state-dot.tsx';
import classes from './tool-table.module.css';

interface Props {
  readonly label: string;
  readonly tools: readonly Tool[];
  readonly picked: string | null;
  readonly onPick: (tool: Tool) => void;
}

const ROW = 40;

/** Hundreds of tools in a table of which only the rows in sight exist. */
export function ToolTable({ label, tools, picked, onPick }: Props) {
  const { t } = useTranslation('mcp');
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: tools.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const withState = tools.some(({ state }) => state !== 'accepted');
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroll} className={classes.scroll}>
      <table className={classes.table} aria-label={label} aria-rowcount={tools.length + 1}>
        <thead>
          <tr>
            <th className={classes.risk}>{t('detail.tools.risk')}</th>
            <th className={classes.name}>{t('detail.tools.name')}</th>
            <th className={classes.description}>{t('detail.tools.description')}</th>
            {withState && <th className={classes.state}>{t('detail.tools.state')}</th>}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr style={{ height: before }} aria-hidden />}
          {items.map((item) => {
            const tool = tools[item.index];
            if (tool === undefined) return null;
            return (
              <ToolRow
                key={tool.name}
                tool={tool}
                index={item.index}
                picked={tool.name === picked}
                withState={withState}
                onPick={onPick}
              />
            );
          })}
          {after > 0 && <tr style={{ height: after }} aria-hidden />}
        </tbody>
      </table>
      {tools.length === 0 && <p className={classes.none}>{t('detail.tools.noMatch')}</p>}
    </div>
  );
}

interface RowProps {
  readonly tool: Tool;
  readonly index: number;
  readonly picked: boolean;
  readonly withState: boolean;
  readonly onPick: (tool: Tool) => void;
}

function ToolRow({ tool, index, picked, withState, onPick }: RowProps) {
  const { t } = useTranslation('mcp');
  return (
    <tr
      className={classes.row}
      data-picked={picked || undefined}
      data-state={tool.state}
      aria-rowindex={index + 2}
    >
      <td className={classes.risk}>
        <RiskChip risk={tool.risk} reasons={tool.reasons} />
      </td>
      <td className={classes.name}>
        <button
          type="button"
          className={classes.open}
          aria-expanded={picked}
          title={tool.name.slice(0, 300)}
          onClick={() => onPick(tool)}
        >
          {tool.state !== 'accepted' && (
            <StateDot tone={tool.state === 'quarantined' ? 'failing' : 'needs_you'} />
          )}{' '}
          <VisibleText text={tool.name.slice(0, 256)} />
        </button>
      </td>
      <td className={classes.description}>
        <VisibleText text={firstLine(tool)} />
      </td>
      {withState && (
        <td className={classes.state}>
          {tool.state === 'accepted' ? '' : t(`detail.tools.states.${tool.state}`)}
        </td>
      )}
    </tr>
  );
}

const firstLine = ({ title, description }: Tool): string => {
  const line = description.trimStart().slice(0, 240).split('\n')[0] ?? '';
  return title === null || title === '' ? line : `${title.slice(0, 80)} · ${line}`;
};
