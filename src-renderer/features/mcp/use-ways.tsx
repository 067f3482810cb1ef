import { useTranslation } from 'react-i18next';
import type { WayOut } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';
import { useDialogs } from '../../store/dialogs.ts';
import { useNavigation } from '../../store/navigation.ts';
import { useProbes } from '../../store/probes.ts';
import { assertNever } from '../../ui/assert-never.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { useAllowRunner } from './use-allow-runner.tsx';

export interface WayTarget {
  readonly id: string;
  /** As a person calls it. */
  readonly name: string;
}

/**
 * Goes a way out. What can be done from here is done, and the server is tried again; what needs to be
 * read or typed is led to. Where it is a security decision it asks first.
 */
export function useWays(): (way: WayOut, target: WayTarget) => Promise<void> {
  const { t } = useTranslation('mcp');
  const allow = useAllowRunner();
  const go = useNavigation((navigation) => navigation.go);
  const open = useDialogs((dialogs) => dialogs.open);
  const probe = useProbes((probes) => probes.run);

  const tryAgain = async (id: string) => {
    const server = await send('server/show', { id });
    const mayRun = server.ok && ['confirmed', 'pending'].includes(server.value.trust);
    if (mayRun && server.value.registration.enabled) await probe(id);
  };
  const raise = async (timeouts: { start_s: number } | { call_s: number }, id: string) => {
    const [seconds = 0] = Object.values(timeouts);
    const answer = await send('server/edit', { id, changes: { timeouts } });
    if (!answer.ok) return notifyFailure(answer.failure);
    notifyDone(t('way.raised', { seconds }));
    await tryAgain(id);
  };
  return async (way, { id }) => {
    switch (way.way) {
      case 'confirm':
      case 'review_launch':
        return open({ kind: 'confirm', id });
      case 'accept_edit':
        return go('trust');
      case 'review_tools':
        return go('mcp', [id, 'tools'], { review: 'held' });
      case 'enable': {
        const answer = await send('server/enable', { id });
        return answer.ok ? undefined : notifyFailure(answer.failure);
      }
      case 'set_secret':
        return open({ kind: 'secret', id, names: way.names });
      case 'allow_runner':
        return allow(way.command, () => tryAgain(id));
      case 'raise_start':
        return raise({ start_s: way.seconds }, id);
      case 'raise_call':
        return raise({ call_s: way.seconds }, id);
      case 'edit_launch':
      case 'edit_sign_in':
        return go('mcp', [id, 'settings'], { field: way.way });
      case 'try_now':
      case 'try_again':
        return probe(id);
      case 'show_log':
        return go('mcp', [id, 'log']);
      case 'see_package':
        return go('mcp', [id, 'package']);
      case 'open_secret_store':
        return go('settings', ['secrets']);
      case 'change_port':
        return go('settings', ['gateway']);
      default:
        return assertNever(way);
    }
  };
}
