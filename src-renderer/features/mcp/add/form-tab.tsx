import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RegistrationDraft } from '../../../../src-preload/contract/index.ts';
import { useDialogs } from '../../../store/dialogs.ts';
import frame from '../../../ui/dialog-frame.module.css';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { CommandLine } from './command-line.tsx';
import { draftOf, faultsOf, type ServerForm } from './draft.ts';
import { IdentityFields } from './identity-fields.tsx';
import { LaunchFields } from './launch-fields.tsx';

interface Props {
  readonly form: ServerForm;
  readonly onChange: (form: ServerForm) => void;
  readonly taken: readonly string[];
  readonly onReview: (id: string, registration: RegistrationDraft) => void;
  /** A pasted line holds secret values: the paste tab knows how to put them away. */
  readonly onSecrets: (line: string) => void;
}

/** Every field of a server by hand; ends in the command to confirm. */
export function FormTab({ form, onChange, taken, onReview, onSecrets }: Props) {
  const { t } = useTranslation(['mcp', 'shared']);
  const close = useDialogs((dialogs) => dialogs.close);
  const [tried, setTried] = useState(false);
  const faults = faultsOf(form, taken);
  const shown = tried ? faults : form.id_typed && faults.id ? { id: faults.id } : {};
  const submit = () => {
    setTried(true);
    if (Object.keys(faults).length === 0) onReview(form.id, draftOf(form));
  };
  return (
    <form
      className={frame.through}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DialogFrame
        label={t('adding.form')}
        footer={
          <>
            <Text size="xs" c="dimmed" mr="auto">
              {t('adding.nothingRuns')}
            </Text>
            <Button onClick={close}>{t('shared:cancel')}</Button>
            <Button type="submit" variant="filled">
              {t('adding.next')}
            </Button>
          </>
        }
      >
        <IdentityFields form={form} onChange={onChange} faults={shown} />
        {form.transport === 'stdio' && (
          <CommandLine form={form} onChange={onChange} onSecrets={onSecrets} />
        )}
        <LaunchFields form={form} onChange={onChange} faults={shown} />
      </DialogFrame>
    </form>
  );
}
