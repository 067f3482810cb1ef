import { useTranslation } from 'react-i18next';
import { failureLine } from '../../../src-preload/contract/index.ts';
import { shownLanguage } from '../../i18n/i18n.ts';
import { RiskShape } from '../../ui/risk-chip.tsx';
import { durationText } from '../../ui/time-text.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './journal.module.css';
import type { JournalRow } from './journal-rows.ts';
import { fullTime, rowTime } from './journal-time.ts';
import { useJournalWords } from './journal-words.ts';

interface Props {
  readonly id: string;
  readonly row: JournalRow;
  readonly index: number;
  readonly top: number;
  readonly active: boolean;
  readonly open: boolean;
  readonly onOpen: () => void;
}

/** One line: a call with its decision and outcome, or what else happened, in words. */
export function JournalLine({ id, row, index, top, active, open, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const words = useJournalWords();
  const foreign = (text: string | null) => (text === null ? '' : <VisibleText text={text} />);
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a virtual grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={open}
      data-active={active}
      data-open={open}
      className={`${classes.line} ${classes.body}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <Cell name="at">
        <time dateTime={row.at} title={fullTime(row.at, i18n.language)}>
          {rowTime(row.at, Date.now(), i18n.language)}
        </time>
      </Cell>
      <Cell name="agent">{foreign(row.agent)}</Cell>
      <Cell name="server">{foreign(row.server_id)}</Cell>
      <Cell name="tool">
        {row.kind === 'call' ? (
          <>
            {row.risk !== null && (
              <span className={classes.risk} style={{ color: `var(--gh-${row.risk})` }}>
                <RiskShape risk={row.risk} />
                <span className="gh-hidden">{t(`riskLabel.${row.risk}`)}</span>
              </span>
            )}
            <code className={classes.code}>{foreign(row.tool)}</code>
          </>
        ) : (
          <>
            {words.kind(row.kind)}{' '}
            <span className={classes.quiet}>
              {foreign(row.tool)}{' '}
              {foreign(
                row.failure === null
                  ? row.subject
                  : failureLine(row.failure, shownLanguage(i18n.language)).slice(0, 200),
              )}
            </span>
          </>
        )}
      </Cell>
      <Cell name="decision" tone={toneOf(row.decision)}>
        {row.decision === null ? '' : foreign(words.decision(row.decision))}
      </Cell>
      <Cell name="outcome" tone={row.is_error ? 'bad' : toneOf(row.outcome)}>
        {row.outcome === null ? '' : foreign(words.outcome(row.outcome, row.is_error))}
      </Cell>
      <Cell name="duration">{row.duration_ms === null ? '' : durationText(row.duration_ms)}</Cell>
    </div>
  );
}

const BAD: readonly string[] = ['deny', 'expired', 'unknown', 'unreachable', 'auth_failed'];
const QUIET: readonly string[] = ['not_sent', 'cancelled', 'allow'];

function toneOf(word: string | null): 'bad' | 'quiet' | 'plain' {
  if (word === null) return 'plain';
  if (BAD.includes(word)) return 'bad';
  return QUIET.includes(word) ? 'quiet' : 'plain';
}

type Column = 'at' | 'agent' | 'server' | 'tool' | 'decision' | 'outcome' | 'duration';

function Cell({
  name,
  tone = 'plain',
  children,
}: {
  readonly name: Column;
  readonly tone?: 'bad' | 'quiet' | 'plain';
  readonly children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a virtual grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <span role="gridcell" className={classes[name]} data-tone={tone}>
      {children}
    </span>
  );
}
