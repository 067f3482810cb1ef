import { Anchor, Group, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ScreenFrame } from '../../ui/screen-frame.tsx';
import { ApprovalsSection } from './approvals-section.tsx';
import { DoctorSection } from './doctor-section.tsx';
import { GatewaySection } from './gateway-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { RunnersSection } from './runners-section.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { ServersSection } from './servers-section.tsx';
import classes from './settings.module.css';
import { SECTIONS, sectionId } from './settings-section.tsx';

/** Brings a section into view and goes on reading and tabbing from its heading. */
function showSection(name: string): void {
  const section = document.getElementById(sectionId(name));
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

/** All settings on one page; each is saved as it is changed. `#/settings/runners` leads to a section. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const shared = useTranslation('shared').t;
  const route = useNavigation((navigation) => navigation.route);
  const settings = useRequest('settings/get', {}, { events: ['settings/changed'] });
  const { value } = settings;
  const ready = value !== null;
  useEffect(() => {
    const [section] = route.rest;
    if (ready && section !== undefined) showSection(section);
  }, [ready, route]);
  return (
    <ScreenFrame
      title={shared('screen.settings')}
      sentence={t('sentence')}
      bar={
        <Group gap="md" component="nav" aria-label={t('jump')}>
          {SECTIONS.map((name) => (
            <Anchor
              key={name}
              component="button"
              type="button"
              size="sm"
              onClick={() => showSection(name)}
            >
              {t(`section.${name}`)}
            </Anchor>
          ))}
        </Group>
      }
    >
      {settings.failure !== null && (
        <FailureNote failure={settings.failure} retry={settings.again} />
      )}
      {value === null && settings.failure === null && <Skeleton h={240} maw={760} />}
      {value !== null && (
        <div className={classes.page}>
          <GeneralSection settings={value} />
          <ApprovalsSection settings={value} />
          <GatewaySection settings={value} />
          <ServersSection settings={value} />
          <RunnersSection runners={value.runners} />
          <SecretsSection kind={value.secret_store} />
          <JournalSection settings={value} />
          <DoctorSection />
        </div>
      )}
    </ScreenFrame>
  );
}
