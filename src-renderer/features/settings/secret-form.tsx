import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge.ts';
import { SecretFailure } from '../../ui/keep-in-file.tsx';
import { notifyDone } from '../../ui/notify.ts';
import classes from './settings.module.css';

interface Props {
  /** The secret whose value is replaced; null for a new one. */
  readonly replacing: string | null;
  readonly onDone: () => void;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Takes a value once; it leaves the window when it is saved and is never shown again. */
export function SecretForm({ replacing, onDone }: Props) {
  const { t } = useTranslation('settings');
  const shared = useTranslation('shared').t;
  const setting = useAction('secret/set');
  const [open, setOpen] = useState(replacing !== null);
  const [name, setName] = useState(replacing ?? '');
  const [value, setValue] = useState('');
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) first.current?.focus();
  }, [open]);
  const valid = NAME.test(name);
  const close = () => {
    setOpen(false);
    setValue('');
    setName('');
    onDone();
  };
  const save = async () => {
    if (!valid || value === '') return;
    const answer = await setting.run({ name, value });
    if (!answer.ok) return;
    notifyDone(t('secrets.stored', { name }));
    close();
  };
  if (!open)
    return (
      <Button w="fit-content" onClick={() => setOpen(true)}>
        {t('secrets.add')}
      </Button>
    );
  return (
    <form
      className={classes.secretForm}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        ref={replacing === null ? first : undefined}
        label={t('secrets.nameLabel')}
        spellCheck={false}
        autoComplete="off"
        readOnly={replacing !== null}
        value={name}
        error={name !== '' && !valid ? t('secrets.badName') : undefined}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordInput
        ref={replacing === null ? undefined : first}
        label={t('secrets.value')}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      {setting.failure !== null && (
        <SecretFailure failure={setting.failure} onKept={() => void save()} />
      )}
      <Group gap="xs">
        <Button type="submit" variant="filled" disabled={!valid || value === '' || setting.busy}>
          {t('secrets.set')}
        </Button>
        <Button onClick={close}>{shared('cancel')}</Button>
      </Group>
    </form>
  );
}
