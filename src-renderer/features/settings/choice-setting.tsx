import { NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { SettingRow } from './setting-row.tsx';
import { type Saving, useSaving } from './use-saving.ts';

interface Props<T extends string> {
  readonly label: string;
  readonly about?: ReactNode;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onSave: (saving: Saving, value: T) => void;
}

/** A setting with a few values; saved when one is picked. */
export function ChoiceSetting<T extends string>(props: Props<T>) {
  const { label, about, value, options, onSave } = props;
  const id = useId();
  const saving = useSaving();
  return (
    <SettingRow id={id} label={label} about={about} saving={saving}>
      <NativeSelect
        id={id}
        w={240}
        value={value}
        aria-describedby={`${id}-about`}
        data={options.map((option) => ({ ...option }))}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.currentTarget.value);
          if (picked !== undefined) onSave(saving, picked.value);
        }}
      />
    </SettingRow>
  );
}
