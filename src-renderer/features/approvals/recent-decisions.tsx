import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { RiskShape } from '../../ui/risk-chip.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './approvals-screen.module.css';
import { decisionKey } from './decision-key.ts';

const LATELY = 20;

/** The latest decisions of the journal, by a person or by policy. */
export function RecentDecisions() {
  const { t } = useTranslation('approvals');
  const shared = useTranslation('shared').t;
  const asked = useRequest(
    'journal/list',
    { kinds: ['call_decided'], limit: LATELY },
    { events: ['approvals/changed'] },
  );
  if (asked.failure !== null) return <FailureNote failure={asked.failure} retry={asked.again} />;
  if (asked.value === null) return <Skeleton h={120} />;
  if (asked.value.entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noRecent')}
      </Text>
    );
  return (
    <ul className={classes.list} aria-label={t('recent')}>
      {asked.value.entries.map((entry) => {
        const key = decisionKey(entry.decision);
        return (
          <li key={entry.seq} className={classes.item}>
            <span className={classes.decision} data-decision={key ?? 'other'}>
              {key === null ? <VisibleText text={entry.decision ?? ''} /> : t(`decision.${key}`)}
            </span>
            <span className={classes.line}>
              {entry.risk !== null && (
                <span style={{ color: `var(--gh-${entry.risk})` }}>
                  <RiskShape risk={entry.risk} />{' '}
                  <span className="gh-hidden">{shared(`riskLabel.${entry.risk}`)}</span>
                </span>
              )}
              <span className="gh-mono">
                <VisibleText text={entry.tool ?? ''} />
              </span>{' '}
              <span className={classes.quiet}>{t('on')}</span>{' '}
              <VisibleText text={entry.server_id ?? ''} />
              <span className={classes.quiet}>
                {' · '}
                <VisibleText text={entry.agent ?? ''} />
              </span>
            </span>
            <span className={classes.time}>
              <TimeAgo instant={entry.at} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
