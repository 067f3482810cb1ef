import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

export const SECTIONS = [
  'general',
  'approvals',
  'gateway',
  'servers',
  'runners',
  'secrets',
  'journal',
  'doctor',
] as const;
export type Section = (typeof SECTIONS)[number];

export const sectionId = (name: string): string => `settings-${name}`;

interface Props {
  readonly name: Section;
  readonly children: ReactNode;
}

/** One part of the page, with its heading. */
export function SettingsSection({ name, children }: Props) {
  const { t } = useTranslation('settings');
  const id = sectionId(name);
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <Title order={2} id={`${id}-title`} tabIndex={-1} w="fit-content">
        {t(`section.${name}`)}
      </Title>
      {children}
    </section>
  );
}
