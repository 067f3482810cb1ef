import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../../src-preload/contract/index.ts';
import { useProbes } from '../../../store/probes.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { RiskBar } from '../../../ui/risk-bar.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { durationText } from '../../../ui/time-text.ts';
import { FixButtons } from '../fix-buttons.tsx';
import { serverState } from '../server-state.ts';
import { StateDot } from '../state-dot.tsx';
import { StateReason } from '../state-reason.tsx';
import { ProbeProgress } from './probe-progress.tsx';
import classes from './state-line.module.css';

/** How the server stands, why, and the buttons that mend it; beside it the last test. */
export function StateLine({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const probing = useProbes((probes) => probes.running[server.id] !== undefined);
  const state = serverState(server, probing);
  // The test button stands above, the tools below.
  const fixes = state.fixes.filter((fix) => fix !== 'probe' && fix !== 'tools');
  const { probe, tools, connection } = server;
  return (
    <div className={classes.line} data-tone={state.tone}>
      <div className={classes.state} aria-live="polite">
        <span className={classes.word}>
          <StateDot tone={state.tone} />
          {t(`word.${state.code}`)}
        </span>
        <Text size="sm" component="span" className={classes.why ?? ''}>
          <StateReason server={server} state={state} />
        </Text>
      </div>
      {(fixes.length > 0 || state.tone === 'failing') && (
        <Group gap={8}>
          <FixButtons server={server} state={{ ...state, fixes }} withLog />
        </Group>
      )}
      {probing && <ProbeProgress id={server.id} />}
      {connection.state === 'installing' && connection.last_line !== '' && (
        <code className="gh-mono">
          <BoundedText text={connection.last_line} limit={200} />
        </code>
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
