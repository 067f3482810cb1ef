import { Button, Text, Title } from '@mantine/core';
import { IconClipboard, IconFolder, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogs } from '../../store/dialogs.ts';
import classes from './first-run.module.css';
import { StarterChoice } from './starter-choice.tsx';

/** The empty screen: a working server in two clicks (folder, confirm), or bring one's own. */
export function FirstRun() {
  const { t } = useTranslation('first-run');
  const open = useDialogs((dialogs) => dialogs.open);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={2} fz={20}>
          {t('title')}
        </Title>
        <Text c="dimmed">{t('intro')}</Text>
      </div>
      <Offer
        icon={<IconFolder size={24} stroke={1.4} />}
        title={t('starterTitle')}
        text={t('starter')}
      >
        <StarterChoice />
      </Offer>
      <Offer
        icon={<IconClipboard size={24} stroke={1.4} />}
        title={t('haveTitle')}
        text={t('have')}
      >
        <Button onClick={() => open({ kind: 'add', tab: 'paste' })}>{t('paste')}</Button>
      </Offer>
      <Offer icon={<IconPlus size={24} stroke={1.4} />} title={t('newTitle')} text={t('new')}>
        <Button onClick={() => open({ kind: 'add', tab: 'form' })}>{t('add')}</Button>
      </Offer>
    </div>
  );
}

interface OfferProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Offer({ icon, title, text, children }: OfferProps) {
  return (
    <section className={classes.offer} aria-label={title}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>
        <Title order={3} fz={14}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {children}
    </section>
  );
}
