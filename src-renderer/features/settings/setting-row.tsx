import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../../ui/failure-note.tsx';
import classes from './settings.module.css';
import type { Saving } from './use-saving.ts';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly about?: ReactNode;
  readonly saving: Saving;
  readonly children: ReactNode;
}

/** A setting: what it is left, its control right, and whether it was saved. */
export function SettingRow({ id, label, about, saving, children }: Props) {
  const { t } = useTranslation('settings');
  return (
    <div className={classes.row}>
      <div className={classes.about}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {about !== undefined && (
          <Text size="xs" c="dimmed" component="div" id={`${id}-about`}>
            {about}
          </Text>
        )}
      </div>
      <div className={classes.control}>
        {children}
        <span className={classes.saved} role="status">
          {saving.state === 'idle' ? '' : t(saving.state)}
        </span>
      </div>
      {saving.failure !== null && (
        <div className={classes.failure}>
          <FailureNote failure={saving.failure} />
        </div>
      )}
    </div>
  );
}
