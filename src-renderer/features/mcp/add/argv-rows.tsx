import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { insertAfter, removeRow, setValue } from './argv-edit.ts';
import type { Fault, Row } from './draft.ts';
import classes from './rows.module.css';

interface Props {
  readonly rows: readonly Row[];
  readonly fault: Fault | undefined;
  readonly onChange: (rows: readonly Row[]) => void;
}

/** One argument per row. Enter opens the next row; Backspace in an empty one goes back. */
export function ArgvRows({ rows, fault, onChange }: Props) {
  const { t } = useTranslation('mcp');
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<number | null>(null);
  useEffect(() => {
    if (focus === null) return;
    list.current?.querySelector<HTMLInputElement>(`[data-row="${focus}"]`)?.focus();
    setFocus(null);
  }, [focus]);
  const add = (key: number) => {
    const { rows: next, added } = insertAfter(rows, key);
    onChange(next);
    setFocus(added);
  };
  const remove = (key: number) => {
    const { rows: next, focus: before } = removeRow(rows, key);
    onChange(next);
    setFocus(before);
  };
  const keyDown = (event: KeyboardEvent, { key, value }: Row) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add(key);
    } else if (event.key === 'Backspace' && value === '' && rows.length > 1) {
      event.preventDefault();
      remove(key);
    }
  };
  const nameOf = (index: number) =>
    index === 0 ? t('adding.executable') : t('adding.argument', { number: index });
  return (
    <fieldset className={classes.rows}>
      <legend className={classes.legend}>{t('adding.command')}</legend>
      <Input.Description mb={8}>{t('adding.commandHint')}</Input.Description>
      <ol className={classes.list} ref={list}>
        {rows.map((row, index) => (
          <li key={row.key} className={classes.row}>
            <span className={classes.number} aria-hidden>
              {index}
            </span>
            <TextInput
              flex={1}
              classNames={{ input: 'gh-mono-input' }}
              spellCheck={false}
              autoComplete="off"
              data-row={row.key}
              aria-label={nameOf(index)}
              placeholder={index === 0 && fault === undefined ? 'npx' : ''}
              value={row.value}
              error={index === 0 && fault !== undefined ? t(`adding.fault.${fault}`) : null}
              onChange={(event) => onChange(setValue(rows, row.key, event.currentTarget.value))}
              onKeyDown={(event) => keyDown(event, row)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              mt={2}
              disabled={rows.length === 1 && row.value === ''}
              aria-label={t('adding.removeRow', { what: nameOf(index) })}
              onClick={() => remove(row.key)}
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} />}
        onClick={() => add(-1)}
      >
        {t('adding.addArgument')}
      </Button>
    </fieldset>
  );
}
