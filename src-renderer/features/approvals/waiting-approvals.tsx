import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../../src-preload/contract/index.ts';
import { RiskChip } from '../../ui/risk-chip.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './approvals-screen.module.css';
import { Countdown } from './countdown-view.tsx';

interface Props {
  readonly waiting: readonly Approval[];
  readonly busy: boolean;
  readonly onAnswer: () => void;
}

/** Calls that wait, the one that expires first on top. */
export function WaitingApprovals({ waiting, busy, onAnswer }: Props) {
  const { t, i18n } = useTranslation('approvals');
  const list = waiting.toSorted((left, right) => left.expires_at.localeCompare(right.expires_at));
  return (
    <ul className={classes.list} aria-label={t('waiting')}>
      {list.map((approval) => (
        <li key={approval.id} className={classes.item}>
          <RiskChip risk={approval.risk} reasons={approval.reasons} />
          <span className={classes.what}>
            <span>
              <b className="gh-mono">
                <VisibleText text={approval.tool} />
              </b>{' '}
              <span className={classes.quiet}>{t('on')}</span>{' '}
              <VisibleText text={approval.server_name} />
            </span>
            <span className={classes.quiet}>
              {t('agentBefore')} <VisibleText text={approval.agent} />
              <Through client={approval.client_label ?? approval.client} />
              {approval.detached === true && (
                <>
                  {' · '}
                  {t('detachedShort', {
                    time: new Date(approval.expires_at).toLocaleTimeString(i18n.language),
                  })}
                </>
              )}
            </span>
          </span>
          <Countdown expiresAt={approval.expires_at} />
          <Button
            variant="filled"
            disabled={busy}
            aria-label={t('answerLabel', { tool: approval.tool, server: approval.server_name })}
            onClick={onAnswer}
          >
            {t('answer')}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Through({ client }: { readonly client: string | null }) {
  const { t } = useTranslation('approvals');
  if (client === null) return null;
  return (
    <>
      {' '}
      <VisibleText text={t('through', { client })} />
    </>
  );
}
