import { Button, Group, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';
import { notifyDone, notifyFailure } from '../../ui/notify.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';

interface Props {
  readonly secret: RequestOutput<'secret/list'>[number];
  readonly onReplace: () => void;
  readonly onRemoved: () => void;
}

/** One secret: its name and who uses it, never its value. */
export function SecretRow({ secret, onReplace, onRemoved }: Props) {
  const { t } = useTranslation('settings');
  const { name, used_by } = secret;
  const remove = () =>
    modals.openConfirmModal({
      title: t('secrets.removeTitle', { name }),
      children: <Text size="sm">{t('secrets.removeNote', { count: used_by.length })}</Text>,
      labels: { confirm: t('secrets.remove'), cancel: t('secrets.keep') },
      confirmProps: { color: 'red', variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () =>
        void send('secret/remove', { name }).then((answer) => {
          if (answer.ok) notifyDone(t('secrets.removed', { name }));
          else notifyFailure(answer.failure);
          onRemoved();
        }),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <code className="gh-mono">
          <VisibleText text={name} />
        </code>
      </Table.Td>
      <Table.Td>
        {used_by.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('secrets.nobody')}
          </Text>
        ) : (
          <VisibleText text={used_by.join(', ')} />
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            aria-label={t('secrets.replaceLabel', { name })}
            onClick={onReplace}
          >
            {t('secrets.replace')}
          </Button>
          <Button
            size="compact-sm"
            aria-label={t('secrets.removeLabel', { name })}
            onClick={remove}
          >
            {t('secrets.remove')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
