import { Button, List, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import classes from './agents-screen.module.css';

/** Removes an agent after naming the clients that lose their token with it. */
export function RemoveAgent({ agent: { name } }: { readonly agent: Agent }) {
  const { t } = useTranslation(['agents', 'shared']);
  const go = useNavigation((navigation) => navigation.go);
  const removing = useAction('agent/remove');
  const clients = useRequest('client/list', {}, { events: ['clients/changed'] });
  const own = (clients.value ?? []).filter(({ agent }) => agent === name);
  const remove = async () => {
    const answer = await removing.run({ name, revoke_clients: true });
    if (!answer.ok) return;
    notifyDone(t('remove.done', { name }));
    go('agents');
  };
  const ask = () =>
    modals.openConfirmModal({
      title: t('remove.title', { name }),
      children: (
        <>
          <Text size="sm">{t('remove.about')}</Text>
          {own.length > 0 && (
            <>
              <Text size="sm" mt="xs">
                {t('remove.clients', { count: own.length })}
              </Text>
              <List size="sm">
                {own.slice(0, 20).map(({ id, label }) => (
                  <List.Item key={id}>
                    <VisibleText text={label} />
                  </List.Item>
                ))}
              </List>
            </>
          )}
        </>
      ),
      labels: { confirm: t('remove.button'), cancel: t('shared:cancel') },
      confirmProps: { color: 'red.9', variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => void remove(),
    });
  return (
    <section className={classes.rows}>
      {removing.failure !== null && <FailureNote failure={removing.failure} />}
      <div>
        <Button
          c="var(--mantine-color-error)"
          loading={removing.busy}
          disabled={clients.value === null}
          onClick={ask}
        >
          {t('remove.button')}
        </Button>
      </div>
    </section>
  );
}
