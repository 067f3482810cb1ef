import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../bridge.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { argvRows, idFromName, row, type ServerForm } from './draft.ts';

interface Props {
  readonly form: ServerForm;
  readonly onChange: (form: ServerForm) => void;
  readonly onSecrets: (line: string) => void;
}

/** Splits a pasted command line into the rows below. The owner splits; nothing is run. */
export function CommandLine({ form, onChange, onSecrets }: Props) {
  const { t } = useTranslation('mcp');
  const parse = useAction('paste/parse');
  const [line, setLine] = useState('');
  const [nothing, setNothing] = useState(false);
  const split = async () => {
    const answer = await parse.run({ text: line });
    if (!answer.ok) return;
    const found = answer.value.candidates[0];
    setNothing(found === undefined);
    if (found === undefined) return;
    if (found.secrets.some(({ value }) => value !== null) || answer.value.candidates.length > 1) {
      onSecrets(line);
      return;
    }
    const { registration } = found;
    const named = form.name.trim() !== '' || form.id_typed;
    onChange({
      ...form,
      ...(named ? {} : { name: found.source_name, id: idFromName(found.id) }),
      transport: registration.transport,
      argv: argvRows(registration.command_argv),
      cwd: registration.cwd,
      env: Object.entries(registration.env).map(([name, value]) => row(name, value)),
      secrets: registration.env_keys,
      url: registration.url,
      auth: registration.auth,
    });
    setLine('');
  };
  return (
    <>
      <Group align="end" gap="xs">
        <TextInput
          flex={1}
          label={t('adding.line')}
          placeholder={t('adding.linePlaceholder')}
          classNames={{ input: 'gh-mono-input' }}
          spellCheck={false}
          value={line}
          error={nothing ? t('adding.lineNothing') : null}
          onChange={(event) => setLine(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (line.trim() !== '') void split();
          }}
        />
        <Button disabled={line.trim() === ''} loading={parse.busy} onClick={split}>
          {t('adding.lineSplit')}
        </Button>
      </Group>
      {parse.failure !== null && <FailureNote failure={parse.failure} />}
    </>
  );
}
