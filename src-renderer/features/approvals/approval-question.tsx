import { Anchor, Text, Title } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../../src-preload/contract/index.ts';
import { assertNever } from '../../ui/assert-never.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { RiskShape } from '../../ui/risk-chip.tsx';
import { useReasonText } from '../../ui/use-reason-text.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import type { Ended } from './approval-queue.ts';
import classes from './approval-window.module.css';
import { argumentRoots } from './argument-order.ts';
import { readBecause } from './because.ts';
import { Countdown } from './countdown-view.tsx';

const FEW = 3;

/** The whole call: what, where, who, why, and every argument as it will be sent. */
export function ApprovalQuestion({
  approval,
  ended,
}: {
  readonly approval: Approval;
  readonly ended: Ended | null;
}) {
  const { t, i18n } = useTranslation('approvals');
  const shared = useTranslation('shared').t;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus back to its heading
  useEffect(() => heading.current?.focus(), [approval.id]);
  const roots = useMemo(() => argumentRoots(approval.arguments), [approval]);
  const client = approval.client_label ?? approval.client;
  const risk = shared(`risk.${approval.risk}`).toLowerCase();
  return (
    <>
      <div className={classes.head}>
        <span className={classes.risk} style={{ color: `var(--gh-${approval.risk})` }}>
          <RiskShape risk={approval.risk} size={12} />
          {t(approval.risk)}
        </span>
        <Title
          order={1}
          fz={16}
          lh="24px"
          ref={heading}
          tabIndex={-1}
          className={classes.title ?? ''}
        >
          <span className="gh-mono">
            <VisibleText text={approval.tool} />
          </span>{' '}
          <span className={classes.quiet}>{t('on')}</span>{' '}
          <VisibleText text={approval.server_name} />
        </Title>
        <Countdown expiresAt={approval.expires_at} ended={ended} />
      </div>
      {approval.title !== null && approval.title !== approval.tool && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          <VisibleText text={approval.title} />
        </Text>
      )}
      <Text size="sm">
        {t('agentBefore')}{' '}
        <b>
          <VisibleText text={approval.agent} />
        </b>{' '}
        {client !== null && (
          <>
            <VisibleText text={t('through', { client })} />{' '}
          </>
        )}
        <span className={classes.quiet}>
          {t('agentAfter', { time: new Date(approval.asked_at).toLocaleTimeString(i18n.language) })}
        </span>
      </Text>
      {approval.detached === true && ended === null && (
        <Text size="sm" className={classes.detached ?? ''} role="status">
          <IconPlugConnectedX size={16} stroke={1.6} aria-hidden />
          {t('detached', {
            time: new Date(approval.expires_at).toLocaleTimeString(i18n.language),
          })}
        </Text>
      )}
      <Text size="sm" component="div">
        {t('whyAsked')} <Because because={approval.because} risk={risk} />
        <Reasons approval={approval} />
      </Text>
      <Title order={2} fz={13} lh="20px" className={classes.section ?? ''}>
        {t('arguments')} <span className={classes.quiet}>{t('sent')}</span>
      </Title>
      {roots.length === 0 ? (
        <Text size="sm" c="dimmed" flex={1}>
          {t('noArguments')}
        </Text>
      ) : (
        <JsonView
          key={approval.id}
          value={approval.arguments}
          roots={roots}
          label={t('arguments')}
        />
      )}
    </>
  );
}

function Because({ because, risk }: { readonly because: string; readonly risk: string }) {
  const { t } = useTranslation('approvals');
  const why = readBecause(because);
  switch (why.kind) {
    case 'risk':
      return t('becauseRisk', { risk });
    case 'rule':
      return <VisibleText text={t('becauseRule', { rule: why.id })} />;
    case 'other':
      return <VisibleText text={why.text} />;
    default:
      return assertNever(why);
  }
}

function Reasons({ approval }: { readonly approval: Approval }) {
  const { t } = useTranslation('approvals');
  const say = useReasonText();
  const [all, setAll] = useState(false);
  const { reasons } = approval;
  const shown = all ? reasons : reasons.slice(0, FEW);
  return (
    <>
      <ul className={classes.reasons}>
        {shown.map((reason) => (
          <li key={`${reason.from} ${reason.text}`}>
            <VisibleText text={say(reason)} />
          </li>
        ))}
      </ul>
      {reasons.length > FEW && (
        <Anchor component="button" type="button" size="xs" onClick={() => setAll(!all)}>
          {all ? t('fewerReasons') : t('allReasons', { count: reasons.length })}
        </Anchor>
      )}
    </>
  );
}
