import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';
import { useProbes } from '../../store/probes.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { useNow } from '../../ui/use-now.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { clockText } from '../approvals/countdown.ts';
import classes from './install-progress.module.css';
import { serverName } from './server-name.ts';

/** A start that takes long: what it says meanwhile, for how long already, and the way to end it. */
export function InstallProgress({ server }: { readonly server: Server }) {
  const { t } = useTranslation(['mcp', 'shared']);
  const { id, connection } = server;
  const probing = useProbes((probes) => probes.running[id] !== undefined);
  const cancelProbe = useProbes((probes) => probes.cancel);
  if (connection.state !== 'installing' && connection.state !== 'starting') return null;
  const line = connection.state === 'installing' ? connection.last_line : '';
  const cancel = async () => {
    // The test waits for the start, so it ends with it.
    if (probing) return cancelProbe(id);
    const answer = await send('server/disconnect', { id });
    if (!answer.ok) notifyFailure(answer.failure);
  };
  return (
    <div className={classes.install}>
      <span className={`${classes.line} gh-mono`} title={line.slice(0, 600)}>
        <VisibleText text={line.slice(0, 600)} />
      </span>
      <span className={classes.time}>
        <Elapsed since={connection.since} />
      </span>
      <Button
        size="compact-xs"
        aria-label={`${t('cancelStart')}: ${serverName(server)}`}
        onClick={() => void cancel()}
      >
        {t('shared:cancel')}
      </Button>
    </div>
  );
}

function Elapsed({ since }: { readonly since: string }) {
  const passed = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 1000));
  return <>{clockText(passed)}</>;
}
