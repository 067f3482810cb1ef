import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pastFailureOf, type Server } from '../../../../src-preload/contract/index.ts';
import { useProbes } from '../../../store/probes.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { RiskBar } from '../../../ui/risk-bar.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { durationText } from '../../../ui/time-text.ts';
import { InstallProgress } from '../install-progress.tsx';
import { ReasonView } from '../reason-view.tsx';
import { serverName } from '../server-name.ts';
import { serverState } from '../server-state.ts';
import { StateDot } from '../state-dot.tsx';
import { WayButtons } from '../way-buttons.tsx';
import { PastError } from './past-error.tsx';
import { ProbeProgress } from './probe-progress.tsx';
import classes from './state-line.module.css';

/** How the server stands, why, and the buttons that mend it; beside it the last test. */
export function StateLine({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const probing = useProbes((probes) => probes.running[server.id] !== undefined);
  const state = serverState(server, probing);
  // The test button stands above, the tools below.
  const ways = state.ways.filter(({ way }) => way !== 'try_again' && way !== 'review_tools');
  const { probe, tools, connection } = server;
  const past = pastFailureOf(server);
  return (
    <div className={classes.line} data-tone={state.tone}>
      <div className={classes.state}>
        <span className={classes.word} aria-live="polite">
          <StateDot tone={state.tone} />
          {t(`word.${state.code}`)}
        </span>
        <div className={classes.why}>
          {state.trouble === null ? (
            t(`why.${state.code}`)
          ) : (
            <ReasonView
              failure={state.trouble.failure}
              since={state.trouble.since}
              retryAt={state.trouble.retry_at}
            />
          )}
          {ways.length > 0 && (
            <Group gap={8} mt={4}>
              <WayButtons
                server={{ id: server.id, name: serverName(server) }}
                ways={ways}
                transport={server.registration.transport}
              />
            </Group>
          )}
        </div>
      </div>
      {connection.state === 'installing' ? (
        <InstallProgress server={server} />
      ) : (
        probing && <ProbeProgress id={server.id} />
      )}
      <div className={classes.facts}>
        <span>
          {t(`transport.${server.registration.transport}`)}
          {probe !== null && (
            <>
              {' · '}
              {t('detail.lastTest')} <TimeAgo instant={probe.at} />
              {probe.latency_ms !== null && ` · ${durationText(probe.latency_ms)}`}
              {probe.protocol_version !== null && (
                <>
                  {' · '}
                  {t('detail.protocol', { version: probe.protocol_version.slice(0, 40) })}
                </>
              )}
            </>
          )}
        </span>
        {tools !== null && <RiskBar counts={tools} />}
      </div>
      {past !== null && <PastError at={past.at} failure={past.failure} />}
      {probe !== null && probe.misbehaviour.length > 0 && (
        <details className={classes.more}>
          <summary>{t('detail.misbehaviour')}</summary>
          <ul>
            {probe.misbehaviour.slice(0, 50).map((text) => (
              <li key={text}>
                <BoundedText text={text} limit={300} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
