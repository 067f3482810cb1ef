import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../src-preload/contract/index.ts';
import { useDialogs } from '../../store/dialogs.ts';
import { useNavigation } from '../../store/navigation.ts';
import { useProbes } from '../../store/probes.ts';
import { serverName } from './server-name.ts';
import type { Fix, ServerState } from './server-state.ts';

interface Props {
  readonly server: Server;
  readonly state: ServerState;
  /** The log has its own tab on the server's page. */
  readonly withLog?: boolean;
}

/** The buttons that mend a state, the best one first; a failing server also leads to its log. */
export function FixButtons({ server, state, withLog = false }: Props) {
  const { t } = useTranslation('mcp');
  const go = useNavigation((navigation) => navigation.go);
  const open = useDialogs((dialogs) => dialogs.open);
  const run = useProbes((probes) => probes.run);
  const { id } = server;
  const act: Readonly<Record<Fix, () => void>> = {
    confirm: () => open({ kind: 'confirm', id }),
    review_launch: () => open({ kind: 'confirm', id }),
    trust: () => go('trust'),
    secrets: () => open({ kind: 'secret', id, names: secretNames(server) }),
    tools: () => go('mcp', [id, 'tools'], { review: 'held' }),
    runners: () => go('settings', ['runners']),
    probe: () => void run(id),
  };
  const label = (fix: Fix) =>
    fix === 'probe' && state.code === 'untested' ? t('fix.probeFirst') : t(`fix.${fix}`);
  return (
    <>
      {state.fixes.map((fix) => (
        <Button
          key={fix}
          size="compact-sm"
          onClick={act[fix]}
          aria-label={`${label(fix)}: ${serverName(server)}`}
        >
          {label(fix)}
        </Button>
      ))}
      {withLog && state.tone === 'failing' && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => go('mcp', [id, 'log'])}
          aria-label={`${t('fix.log')}: ${serverName(server)}`}
        >
          {t('fix.log')}
        </Button>
      )}
    </>
  );
}

function secretNames({ missing_secrets, registration }: Server): readonly string[] {
  if (missing_secrets.length > 0) return missing_secrets;
  const { env_key } = registration.auth;
  return env_key === '' ? registration.env_keys : [env_key];
}
