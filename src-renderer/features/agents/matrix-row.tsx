import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RiskBar } from '../../ui/risk-bar.tsx';
import { RiskShape } from '../../ui/risk-chip.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { serverName } from '../mcp/server-name.ts';
import { serverState } from '../mcp/server-state.ts';
import { StateDot } from '../mcp/state-dot.tsx';
import { isNameable, patternFor, withTool } from './allowed-tools.ts';
import { BulkMenu } from './bulk-menu.tsx';
import type { IdleRow, ServerRow, ToolRow } from './matrix-rows.ts';
import classes from './tool-matrix.module.css';
import type { Allowing } from './use-allowed.ts';

interface Shared {
  readonly place: { readonly index: number; readonly top: number; readonly height: number };
  /** Its tick is the one in the tab order. */
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly onChange: Allowing['change'];
}

function Row({
  place,
  level,
  open,
  kind,
  children,
}: Pick<Shared, 'place'> & {
  readonly level: 1 | 2;
  readonly open?: boolean;
  readonly kind: 'server' | 'tool' | 'idle';
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight exist, placed by hand
    // biome-ignore lint/a11y/useFocusableInteractive: the tick in the row takes the focus
    <div
      role="row"
      aria-level={level}
      aria-rowindex={place.index + 1}
      {...(open === undefined ? {} : { 'aria-expanded': open })}
      className={classes.row}
      data-kind={kind}
      style={{ height: place.height, transform: `translateY(${place.top}px)` }}
    >
      {children}
    </div>
  );
}

function Cell({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the row
    // biome-ignore lint/a11y/useFocusableInteractive: see the row
    <div role="gridcell" className={classes[name]}>
      {children}
    </div>
  );
}

/** A server: all of it at once, how much of it, and the way to its tools. */
export function ServerGridRow({
  row,
  onOpen,
  onChange,
  ...shared
}: Shared & {
  readonly row: ServerRow;
  readonly onOpen: (id: string, open: boolean) => void;
}) {
  const { t } = useTranslation(['agents', 'mcp']);
  const { id, server, tools, tick, effective, globs } = row;
  const name = server === null ? id : serverName(server);
  const everywhere = effective.length > globs.length && !globs.includes('*') && tick === 'all';
  const state = server === null ? null : serverState(server);
  return (
    <Row place={shared.place} level={1} open={row.open} kind="server">
      <Cell name="tick">
        <Checkbox
          size="xs"
          checked={tick === 'all'}
          indeterminate={tick === 'some'}
          disabled={everywhere}
          tabIndex={shared.isCurrent ? 0 : -1}
          aria-label={t('matrix.allOf', { name })}
          onFocus={shared.onFocus}
          onChange={(event) => {
            const all = event.currentTarget.checked;
            onChange(id, () => (all ? ['*'] : []));
          }}
        />
      </Cell>
      <Cell name="main">
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size="sm"
          tabIndex={-1}
          style={{ visibility: row.canOpen ? 'visible' : 'hidden' }}
          aria-label={t(row.open ? 'matrix.hideTools' : 'matrix.showTools', { name })}
          onClick={() => onOpen(id, !row.open)}
        >
          {row.open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        </ActionIcon>
        <button
          type="button"
          tabIndex={-1}
          className={classes.name}
          aria-hidden
          onClick={() => onOpen(id, !row.open)}
        >
          <VisibleText text={name.slice(0, 200)} />
        </button>
        {name !== id && <code className={classes.id}>{id}</code>}
        {state !== null && state.tone !== 'ok' && state.tone !== 'idle' && (
          <span className={classes.state} data-tone={state.tone}>
            <StateDot tone={state.tone} /> {t(`mcp:word.${state.code}`)}
          </span>
        )}
        {server === null && (
          <span className={classes.state} data-tone="needs_you">
            {t('matrix.gone')}
          </span>
        )}
      </Cell>
      <Cell name="counts">
        {server?.tools != null && tools.length > 0 && <RiskBar counts={server.tools} />}
        <span className={classes.share} data-none={row.allowed === 0 || undefined}>
          {tools.length === 0
            ? server === null
              ? ''
              : t('matrix.unknownTools')
            : t('matrix.share', { allowed: row.allowed, total: tools.length })}
        </span>
        <BulkMenu row={row} name={name} onChange={onChange} />
      </Cell>
    </Row>
  );
}

/** One tool with its grade. */
export function ToolGridRow({ row, onChange, ...shared }: Shared & { readonly row: ToolRow }) {
  const { t } = useTranslation(['agents', 'shared', 'mcp']);
  const { tool, of, allowed } = row;
  const nameable = isNameable(tool.name);
  const pattern = patternFor(of.effective, tool.name);
  const known = of.tools.map(({ name }) => name);
  return (
    <Row place={shared.place} level={2} kind="tool">
      <Cell name="tick">
        <Checkbox
          size="xs"
          checked={allowed}
          disabled={row.everywhere || (!nameable && !allowed)}
          tabIndex={shared.isCurrent ? 0 : -1}
          aria-label={t('matrix.tool', {
            tool: tool.name.slice(0, 256),
            risk: t(`shared:riskLabel.${tool.risk}`),
          })}
          title={nameable ? '' : t('matrix.notNameable')}
          onFocus={shared.onFocus}
          onChange={(event) => {
            const allow = event.currentTarget.checked;
            onChange(of.id, (globs) => withTool(globs, known, tool.name, allow));
          }}
        />
      </Cell>
      <Cell name="main">
        <span className={classes.shape} style={{ color: `var(--gh-${tool.risk})` }}>
          <RiskShape risk={tool.risk} />
        </span>
        <code className={classes.toolName} title={tool.name.slice(0, 300)}>
          <VisibleText text={tool.name.slice(0, 256)} />
        </code>
        <span className={classes.words}>
          <VisibleText
            text={(tool.title ?? tool.description).trimStart().slice(0, 200).split('\n')[0] ?? ''}
          />
        </span>
      </Cell>
      <Cell name="counts">
        {pattern !== null && allowed && (
          <code className={classes.id} title={t('matrix.byPattern', { pattern })}>
            <VisibleText text={pattern.slice(0, 40)} />
          </code>
        )}
        {tool.state !== 'accepted' && (
          <span
            className={classes.state}
            data-tone={tool.state === 'quarantined' ? 'failing' : 'needs_you'}
            title={t(`mcp:detail.tools.stateHint.${tool.state}`)}
          >
            <StateDot tone={tool.state === 'quarantined' ? 'failing' : 'needs_you'} />{' '}
            {t(`matrix.held.${tool.state}`)}
          </span>
        )}
      </Cell>
    </Row>
  );
}

/** A name or pattern of the agent that no known tool has. */
export function IdleGlobRow({ row, onChange, ...shared }: Shared & { readonly row: IdleRow }) {
  const { t } = useTranslation('agents');
  const { of, glob } = row;
  return (
    <Row place={shared.place} level={2} kind="idle">
      <Cell name="tick">
        <Checkbox
          size="xs"
          checked
          tabIndex={shared.isCurrent ? 0 : -1}
          aria-label={t('matrix.idleLabel', { glob: glob.slice(0, 256) })}
          onFocus={shared.onFocus}
          onChange={() => onChange(of.id, (globs) => globs.filter((each) => each !== glob))}
        />
      </Cell>
      <Cell name="main">
        <code className={classes.toolName}>
          <VisibleText text={glob.slice(0, 256)} />
        </code>
        <span className={classes.words}>{t('matrix.idle')}</span>
      </Cell>
      <Cell name="counts" />
    </Row>
  );
}
