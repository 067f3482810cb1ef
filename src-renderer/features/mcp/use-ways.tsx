import { Code, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import type { Answer, WayOut } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';
import { useDialogs } from '../../store/dialogs.ts';
import { useNavigation } from '../../store/navigation.ts';
import { useProbes } from '../../store/probes.ts';
import { assertNever } from '../../ui/assert-never.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';

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
  const { t } = useTranslation(['mcp', 'shared']);
  const go = useNavigation((navigation) => navigation.go);
  const open = useDialogs((dialogs) => dialogs.open);
  const probe = useProbes((probes) => probes.run);

  /** Says that it is done and tries the server again; or why not. */
  const thenTry = async (answer: Answer<unknown>, done: string, id: string) => {
    if (!answer.ok) return notifyFailure(answer.failure);
    notifyDone(done);
    const server = await send('server/show', { id });
    const mayRun = server.ok && ['confirmed', 'pending'].includes(server.value.trust);
    if (mayRun && server.value.registration.enabled) await probe(id);
  };
  const raise = async (timeouts: { start_s: number } | { call_s: number }, id: string) => {
    const [seconds = 0] = Object.values(timeouts);
    const answer = await send('server/edit', { id, changes: { timeouts } });
    await thenTry(answer, t('way.raised', { seconds }), id);
  };
  const allowRunner = (command: string, id: string) =>
    modals.openConfirmModal({
      title: t('way.allowTitle'),
      children: (
        <>
          <Code block>{command}</Code>
          <Text size="sm" mt="sm">
            {t('way.allowHint')}
          </Text>
        </>
      ),
      labels: { confirm: t('way.allow'), cancel: t('shared:cancel') },
      confirmProps: { variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: async () => {
        const settings = await send('settings/get', {});
        if (!settings.ok) return notifyFailure(settings.failure);
        const runners = [...new Set([...settings.value.runners, command])];
        const answer = await send('settings/set', { changes: { runners } });
        await thenTry(answer, t('way.allowed', { command }), id);
      },
    });

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
        return void allowRunner(way.command, id);
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
