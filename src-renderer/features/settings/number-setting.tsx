import { TextInput } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
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
  const save = () => {
    if (read !== null && read !== value) onSave(saving, read);
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
        rightSectionWidth={72}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          if (event.key === 'Escape') setText(String(value));
        }}
      />
    </SettingRow>
  );
}
