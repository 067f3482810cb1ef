import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../../src-preload/contract/index.ts';
import { useProbes } from '../../../store/probes.ts';
import { formatRoute } from '../../../store/route.ts';
import { RiskBar } from '../../../ui/risk-bar.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { durationText } from '../../../ui/time-text.ts';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { InstallProgress } from '../install-progress.tsx';
import { ReasonView } from '../reason-view.tsx';
import { serverName } from '../server-name.ts';
import { serverState } from '../server-state.ts';
import { StateDot } from '../state-dot.tsx';
import { WayButtons } from '../way-buttons.tsx';
import classes from './server-card.module.css';

/** A card has room for the best way out and one more; the server's page has all. */
const WAYS_SHOWN = 2;

/** One server at a glance: state, name, what it is, tools by risk, freshness; trouble with its way out. */
export function ServerCard({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const probing = useProbes((probes) => probes.running[server.id] !== undefined);
  const state = serverState(server, probing);
  const { trouble } = state;
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
      {trouble !== null && (
        <ReasonView
          failure={trouble.failure}
          since={trouble.since}
          retryAt={trouble.retry_at}
          brief
        />
      )}
      {server.connection.state === 'installing' && <InstallProgress server={server} />}
      <div className={classes.foot}>
        {state.ways.length > 0 ? (
          <Group gap={8}>
            <WayButtons
              server={{ id: server.id, name: serverName(server) }}
              ways={state.ways.slice(0, WAYS_SHOWN)}
              transport={registration.transport}
              isFirstTest={state.code === 'untested'}
            />
          </Group>
        ) : (
          tools !== null && state.code !== 'installing' && <RiskBar counts={tools} />
        )}
        {trouble === null && state.tone !== 'busy' && probe !== null && (
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
