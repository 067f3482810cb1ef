import { Button, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../bridge.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { RiskChip } from '../../ui/risk-chip.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './approvals-screen.module.css';

/** What runs without asking because a person said so once, each with the way to take it back. */
export function RememberedAnswers() {
  const { t } = useTranslation('approvals');
  const asked = useRequest(
    'grant/list',
    {},
    { events: ['trust/changed', 'approvals/changed', 'journal/appended'] },
  );
  const revoking = useAction('grant/revoke');
  const [leaving, setLeaving] = useState<string | null>(null);
  const takeBack = async ({ id, tool }: Grant) => {
    setLeaving(id);
    const answer = await revoking.run({ id });
    setLeaving(null);
    if (answer.ok) notifyDone(t('takenBack', { tool }));
    asked.again();
  };
  if (asked.failure !== null) return <FailureNote failure={asked.failure} retry={asked.again} />;
  if (asked.value === null) return <Skeleton h={64} />;
  return (
    <>
      {revoking.failure !== null && <FailureNote failure={revoking.failure} />}
      {asked.value.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noRemembered')}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb={8}>
            {t('rememberedNote')}
          </Text>
          <ul className={classes.list} aria-label={t('remembered')}>
            {asked.value.map((grant) => (
              <RememberedRow
                key={grant.id}
                grant={grant}
                busy={leaving === grant.id}
                onTakeBack={() => void takeBack(grant)}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface RowProps {
  readonly grant: Grant;
  readonly busy: boolean;
  readonly onTakeBack: () => void;
}

function RememberedRow({ grant, busy, onTakeBack }: RowProps) {
  const { t } = useTranslation('approvals');
  const { kind, agent, client, server_id, tool, risk } = grant;
  return (
    <li className={classes.item}>
      <RiskChip risk={risk} />
      <span className={classes.what}>
        <span>
          <b className="gh-mono">
            <VisibleText text={tool} />
          </b>{' '}
          <span className={classes.quiet}>{t('on')}</span> <VisibleText text={server_id} />
        </span>
        <span className={classes.quiet}>
          {t('rememberedFor')} <VisibleText text={agent} />
          {kind === 'session' && client !== null && (
            <>
              {' '}
              <VisibleText text={t('through', { client })} />
            </>
          )}
          {' · '}
          {t(kind === 'session' ? 'untilQuit' : 'asItIs')}
        </span>
      </span>
      <Button
        loading={busy}
        aria-label={t('takeBackLabel', { tool, server: server_id, agent })}
        onClick={onTakeBack}
      >
        {t('takeBack')}
      </Button>
    </li>
  );
}
