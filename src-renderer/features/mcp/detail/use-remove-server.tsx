import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../../src-preload/contract/index.ts';
import { send } from '../../../bridge.ts';
import { useNavigation } from '../../../store/navigation.ts';
import { notifyDone, notifyFailure } from '../../../ui/notify.ts';
import { serverName } from '../server-name.ts';

/** Asks, naming what is lost, then removes. Keeping it is the default answer. */
export function useRemoveServer(): (server: Server) => void {
  const { t } = useTranslation(['mcp', 'shared']);
  const go = useNavigation((navigation) => navigation.go);
  return (server) => {
    const name = serverName(server);
    modals.openConfirmModal({
      title: t('detail.settings.removeTitle', { name }),
      children: <Text size="sm">{t('detail.settings.removeHint')}</Text>,
      labels: { confirm: t('shared:remove'), cancel: t('shared:cancel') },
      confirmProps: { color: 'red.9', variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: async () => {
        const answer = await send('server/remove', { id: server.id });
        if (!answer.ok) return notifyFailure(answer.failure);
        notifyDone(t('detail.settings.removed', { name }));
        go('mcp');
      },
    });
  };
}
