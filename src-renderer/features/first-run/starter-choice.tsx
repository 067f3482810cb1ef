import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../src-preload/contract/index.ts';
import { useAction } from '../../bridge.ts';
import { useDialogs } from '../../store/dialogs.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import classes from './first-run.module.css';
import { typedPath } from './typed-path.ts';

/** The bundled server on a folder: picked in the system's dialog or typed; the command is confirmed next. */
export function StarterChoice() {
  const { t } = useTranslation('first-run');
  const open = useDialogs((dialogs) => dialogs.open);
  const pick = useAction('dialog/pick-folder');
  const draft = useAction('starter/draft');
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const faultId = useId();
  const field = useRef<HTMLInputElement>(null);
  const start = async (folder: string) => {
    const made = await draft.run({ folder });
    if (made.ok) open({ kind: 'confirm-new', ...made.value });
  };
  const choose = async () => {
    const picked = await pick.run({});
    if (picked.ok && picked.value.path !== null) await start(picked.value.path);
    else field.current?.focus();
  };
  const path = typedPath(text);
  const faulty = tried && path === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (path !== null) void start(path);
    else field.current?.focus();
  };
  const failure: Failure | null = pick.failure ?? draft.failure;
  return (
    <form className={classes.choice} onSubmit={submit}>
      <Group gap="xs" align="end">
        <Button variant="filled" loading={pick.busy} onClick={() => void choose()}>
          {t('pick')}
        </Button>
        <TextInput
          ref={field}
          flex="1 1 220px"
          label={t('typed')}
          placeholder={t('typedExample')}
          classNames={{ input: 'gh-mono-input' }}
          spellCheck={false}
          autoComplete="off"
          value={text}
          aria-invalid={faulty}
          aria-describedby={faulty ? faultId : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={draft.busy} disabled={text.trim() === ''}>
          {t('useTyped')}
        </Button>
      </Group>
      {faulty && (
        <p id={faultId} role="alert" className={classes.fault}>
          {t('typedFault')}
        </p>
      )}
      {failure !== null && <FailureNote failure={failure} />}
    </form>
  );
}
