import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';
import { FailureNote } from '../../ui/failure-note.tsx';

const NAME = /^[a-z0-9]+([_-][a-z0-9]+)*$/;

/** Asks for a name and what it is for; the new agent may use nothing yet. */
export function NewAgent({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['agents', 'shared']);
  const go = useNavigation((navigation) => navigation.go);
  const create = useAction('agent/create');
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  const good = NAME.test(name) && name.length <= 63;
  const make = async () => {
    setTried(true);
    if (!good) return;
    const answer = await create.run({ name, description: description.trim() });
    if (!answer.ok) return;
    onClose();
    go('agents', [name, 'tools']);
  };
  return (
    <Modal opened onClose={onClose} title={t('new.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('new.about')}</Text>
          <TextInput
            data-autofocus
            label={t('new.name')}
            description={t('new.nameHint')}
            spellCheck={false}
            maxLength={63}
            value={name}
            error={tried && !good ? t('new.badName') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('new.description')}
            description={t('new.descriptionHint')}
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          {create.failure !== null && <FailureNote failure={create.failure} />}
          <Group justify="flex-end" gap="xs">
            <Button onClick={onClose}>{t('shared:cancel')}</Button>
            <Button type="submit" variant="filled" loading={create.busy}>
              {t('new.make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
