import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction, useRequest } from '../../../bridge.ts';
import { useDialogs } from '../../../store/dialogs.ts';
import { useProbes } from '../../../store/probes.ts';
import { SecretFailure } from '../../../ui/keep-in-file.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { serverName } from '../server-name.ts';

interface Props {
  readonly id: string;
  readonly names: readonly string[];
}

/** Takes the values of secrets that a server names. They leave this window once and never come back. */
export function SecretDialog({ id, names }: Props) {
  const { t } = useTranslation(['mcp', 'shared']);
  const close = useDialogs((dialogs) => dialogs.close);
  const probe = useProbes((probes) => probes.run);
  const server = useRequest('server/show', { id }).value;
  const set = useAction('secret/set');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const filled = names.filter((name) => (values[name] ?? '') !== '');
  const save = async () => {
    for (const name of filled) {
      const answer = await set.run({ name, value: values[name] ?? '' });
      if (!answer.ok) return;
    }
    notifyDone(t('confirm.secretSaved'));
    close();
    if (server?.trust === 'confirmed' && server.registration.enabled) void probe(id);
  };
  const title = t('confirm.secretTitle', { name: server === null ? id : serverName(server) });
  return (
    <Modal opened onClose={close} title={title} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Text size="sm" c="dimmed" mb="sm">
          {t('confirm.secretIntro')}
        </Text>
        {names.map((name, index) => (
          <PasswordInput
            key={name}
            mb="sm"
            label={<span className="gh-mono">{name}</span>}
            autoComplete="off"
            data-autofocus={index === 0 || undefined}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        {set.failure !== null && <SecretFailure failure={set.failure} onKept={() => void save()} />}
        <Group gap="xs" mt="md" justify="flex-end">
          <Button onClick={close}>{t('shared:cancel')}</Button>
          <Button type="submit" variant="filled" loading={set.busy} disabled={filled.length === 0}>
            {t('confirm.secretSave')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
