import { Textarea } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { SettingRow } from '../settings/setting-row.tsx';
import { type Saving, useSaving } from '../settings/use-saving.ts';

interface Props {
  readonly label: string;
  readonly about: string;
  readonly value: string;
  /** One thing per line, exact: Enter begins the next one. */
  readonly lines?: boolean;
  readonly onSave: (saving: Saving, value: string) => void;
}

/** A text, saved when one leaves the field; Esc takes back what was typed. */
export function TextSetting({ label, about, value, lines = false, onSave }: Props) {
  const id = useId();
  const saving = useSaving();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <SettingRow id={id} label={label} about={about} saving={saving}>
      <Textarea
        id={id}
        w={240}
        autosize
        minRows={lines ? 2 : 1}
        maxRows={8}
        spellCheck={!lines}
        aria-describedby={`${id}-about`}
        classNames={lines ? { input: 'gh-mono-input' } : {}}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => {
          if (text !== value) onSave(saving, text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText(value);
        }}
      />
    </SettingRow>
  );
}
