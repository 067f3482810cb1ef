import { TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingRow } from './setting-row.tsx';
import { type Saving, useSaving } from './use-saving.ts';
import { wholeNumber } from './whole-number.ts';

interface Props {
  readonly label: string;
  readonly about: string;
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onSave: (saving: Saving, value: number) => void;
}

/** A whole number in bounds; saved when one leaves the field or presses Enter. */
export function NumberSetting({ label, about, unit, value, min, max, onSave }: Props) {
  const { t } = useTranslation('settings');
  const id = useId();
  const saving = useSaving();
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const read = wholeNumber(text, min, max);
  // Leaving the field does not try again what has just failed; Enter does.
  const tried = useRef<number | null>(null);
  const save = (again: boolean) => {
    if (read === null || read === value || (!again && read === tried.current)) return;
    tried.current = read;
    onSave(saving, read);
  };
  return (
    <SettingRow id={id} label={label} about={about} saving={saving}>
      <TextInput
        id={id}
        w={240}
        inputMode="numeric"
        value={text}
        aria-describedby={`${id}-about`}
        error={read === null ? t('range', { min, max }) : undefined}
        rightSection={unit}
        rightSectionWidth={88}
        onChange={(event) => {
          tried.current = null;
          setText(event.currentTarget.value);
        }}
        onBlur={() => save(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(true);
          if (event.key === 'Escape') setText(String(value));
        }}
      />
    </SettingRow>
  );
}
