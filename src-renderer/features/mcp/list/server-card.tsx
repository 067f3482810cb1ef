import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../../src-preload/contract/index.ts';
import { useProbes } from '../../../store/probes.ts';
import { formatRoute } from '../../../store/route.ts';
import { RiskBar } from '../../../ui/risk-bar.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { durationText } from '../../../ui/time-text.ts';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { FixButtons } from '../fix-buttons.tsx';
import { serverName } from '../server-name.ts';
import { serverState } from '../server-state.ts';
import { StateDot } from '../state-dot.tsx';
import { StateReason } from '../state-reason.tsx';
import classes from './server-card.module.css';

/** One server at a glance: state, name, what it is, tools by risk, freshness; trouble with its way out. */
export function ServerCard({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const probing = useProbes((probes) => probes.running[server.id] !== undefined);
  const state = serverState(server, probing);
  const troubled = state.tone === 'needs_you' || state.tone === 'failing';
  const { tools, probe, registration } = server;
  const total = tools === null ? 0 : tools.low + tools.medium + tools.high;
  return (
    <li className={classes.card} data-tone={state.tone}>
      <div className={classes.head}>
        <span className={classes.state} aria-live="polite">
          <StateDot tone={state.tone} />
          {t(`word.${state.code}`)}
        </span>
        <a href={formatRoute('mcp', [server.id])} className={classes.name}>
          <VisibleText text={serverName(server).slice(0, 200)} />
        </a>
      </div>
      <p className={classes.meta}>
        {t(`transport.${registration.transport}`)}
        {' · '}
        {tools === null ? t('noTools') : t('toolCount', { count: total })}
        {tools !== null && tools.quarantined > 0 && (
          <> · {t('quarantined', { count: tools.quarantined })}</>
        )}
      </p>
      {troubled && (
        <Text size="sm" className={classes.reason ?? ''}>
          <StateReason server={server} state={state} brief />
        </Text>
      )}
      <div className={classes.foot}>
        {state.fixes.length > 0 ? (
          <Group gap={8}>
            <FixButtons server={server} state={state} withLog />
          </Group>
        ) : (
          tools !== null && <RiskBar counts={tools} />
        )}
        {!troubled && probe !== null && (
          <span className={classes.fresh}>
            <TimeAgo instant={probe.at} />
            {probe.latency_ms !== null && (
              <span title={t('latency')}> · {durationText(probe.latency_ms)}</span>
            )}
          </span>
        )}
      </div>
    </li>
  );
}
