import { Code, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import { send } from '../../bridge.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';

/** Asks whether a program may start servers, puts it on the list, and goes on. Not doing so is the default answer. */
export function useAllowRunner(): (command: string, then: () => unknown) => void {
  const { t } = useTranslation(['mcp', 'shared']);
  return (command, then) => {
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
        if (!answer.ok) return notifyFailure(answer.failure);
        notifyDone(t('way.allowed', { command }));
        then();
      },
    });
  };
}
