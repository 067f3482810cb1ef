import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { setName, setValue } from './argv-edit.ts';
import { type Fault, type Row, row } from './draft.ts';
import classes from './rows.module.css';

interface Props {
  readonly rows: readonly Row[];
  readonly fault: Fault | undefined;
  readonly onChange: (rows: readonly Row[]) => void;
}

/** Plain variables with their values. */
export function EnvRows({ rows, fault, onChange }: Props) {
  const { t } = useTranslation('mcp');
  return (
    <fieldset className={classes.rows}>
      <legend className={classes.legend}>{t('adding.env')}</legend>
      <Input.Description mb={8}>{t('adding.envHint')}</Input.Description>
      <ul className={classes.list}>
        {rows.map(({ key, name, value }) => (
          <li key={key} className={classes.row}>
            <TextInput
              flex="0 1 220px"
              classNames={{ input: 'gh-mono-input' }}
              spellCheck={false}
              autoComplete="off"
              aria-label={t('adding.envName')}
              placeholder="LOG_LEVEL"
              value={name}
              onChange={(event) => onChange(setName(rows, key, event.currentTarget.value))}
            />
            <TextInput
              flex={1}
              classNames={{ input: 'gh-mono-input' }}
              spellCheck={false}
              autoComplete="off"
              aria-label={`${t('adding.envValue')} ${name}`}
              placeholder="info"
              value={value}
              onChange={(event) => onChange(setValue(rows, key, event.currentTarget.value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              mt={2}
              aria-label={t('adding.removeRow', { what: name })}
              onClick={() => onChange(rows.filter((one) => one.key !== key))}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {fault !== undefined && <Input.Error mb={4}>{t(`adding.fault.${fault}`)}</Input.Error>}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...rows, row()])}
      >
        {t('adding.addVariable')}
      </Button>
    </fieldset>
  );
}
