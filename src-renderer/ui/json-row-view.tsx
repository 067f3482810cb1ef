import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconCornerDownRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { assertNever } from './assert-never.ts';
import { CopyButton } from './copy-button.tsx';
import type { JsonRow } from './json-rows.ts';
import { scalarText } from './json-search.ts';
import classes from './json-view.module.css';
import type { JsonFind } from './use-json-find.ts';
import type { SeeText } from './visible-text.ts';
import { VisibleText } from './visible-text-view.tsx';

interface Props {
  readonly row: JsonRow;
  readonly find: JsonFind;
  readonly see: SeeText;
  readonly onToggle: (row: JsonRow) => void;
}

const PREVIEW = 60;

/** One row of a value: a name and a scalar, the head or end of a container, or a stretch of a long text. */
export function JsonRowView({ row, find, see, onToggle }: Props) {
  const { t } = useTranslation('json');
  const current = find.current?.path === row.path ? find.current : undefined;
  const label = (name: string | null): ReactNode =>
    name !== null && (
      <span className={classes.label}>
        <VisibleText
          text={name}
          hits={find.hitsAt(row.path, 'label')}
          current={current?.part === 'label' ? current : undefined}
        />
        {': '}
      </span>
    );
  const value = (text: string, stretch?: { start: number; end: number }): ReactNode => (
    <VisibleText
      text={text}
      see={see}
      hits={find.hitsAt(row.path, 'value')}
      current={current?.part === 'value' ? current : undefined}
      {...(stretch === undefined ? {} : { stretch })}
    />
  );
  const toggle = (name: string | null, expanded: boolean): ReactNode => (
    <UnstyledButton
      className={classes.toggle}
      aria-expanded={expanded}
      aria-label={t(expanded ? 'shut' : 'open', { name: name ?? t('value') })}
      onClick={() => onToggle(row)}
    >
      {expanded ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
    </UnstyledButton>
  );
  switch (row.kind) {
    case 'open':
      return (
        <>
          {toggle(row.label, row.expanded)}
          <span className={classes.text}>
            {label(row.label)}
            {row.list ? '[' : '{'}
            {!row.expanded && (
              <>
                <span className={classes.quiet}>
                  {` ${t(row.list ? 'items' : 'fields', { count: row.size })} `}
                </span>
                {row.list ? ']' : '}'}
              </>
            )}
          </span>
        </>
      );
    case 'close':
      return (
        <>
          <span className={classes.gap} />
          <span className={classes.text}>{row.list ? ']' : '}'}</span>
        </>
      );
    case 'scalar':
      return (
        <>
          <span className={classes.gap} />
          <span className={classes.text}>
            {label(row.label)}
            {typeof row.value === 'string' ? (
              <>
                <span className={classes.quote}>“</span>
                {value(row.value)}
                <span className={classes.quote}>”</span>
              </>
            ) : (
              <span className={classes.plain}>{value(scalarText(row.value))}</span>
            )}
          </span>
        </>
      );
    case 'long':
      return (
        <>
          {toggle(row.label, row.expanded)}
          <span className={classes.text}>
            {label(row.label)}
            {!row.expanded && (
              <>
                <span className={classes.quote}>“</span>
                {value(row.value, { start: 0, end: previewEnd(row.value) })}
                <span className={classes.quiet}>… </span>
              </>
            )}
            <span className={classes.quiet}>{`(${t('chars', { count: row.value.length })}) `}</span>
            <UnstyledButton className={classes.more} onClick={() => onToggle(row)}>
              {t(row.expanded ? 'collapse' : 'expand')}
            </UnstyledButton>
          </span>
          <CopyButton value={row.value} label={t('copyValue')} />
        </>
      );
    case 'chunk':
      return (
        <>
          <span className={classes.gutter}>
            {row.line ?? <IconCornerDownRight size={11} aria-label={t('continues')} />}
          </span>
          <span className={classes.text}>
            {value(row.value, { start: row.start, end: row.end })}
          </span>
        </>
      );
    default:
      return assertNever(row);
  }
}

/** The first line's beginning, never in the middle of a pair. */
function previewEnd(text: string): number {
  const line = text.indexOf('\n');
  const end = line < 0 ? PREVIEW : Math.min(line, PREVIEW);
  return end;
}
