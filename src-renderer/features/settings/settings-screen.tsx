import { Anchor, Group, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ScreenFrame } from '../../ui/screen-frame.tsx';
import { ApprovalsSection } from './approvals-section.tsx';
import { DoctorSection } from './doctor-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { JournalSection } from './journal-section.tsx';
import { RunnersSection } from './runners-section.tsx';
import { SecretsSection } from './secrets-section.tsx';
import classes from './settings.module.css';
import { SECTIONS, sectionId } from './settings-section.tsx';

/** All settings on one page; each is saved as it is changed. `#/settings/runners` leads to a section. */
export function SettingsScreen() {
  const { t } = useTranslation('settings');
  const shared = useTranslation('shared').t;
  const section = useNavigation((navigation) => navigation.route.rest[0]);
  const settings = useRequest('settings/get', {}, { events: ['settings/changed'] });
  const { value } = settings;
  const ready = value !== null;
  useEffect(() => {
    if (ready && section !== undefined)
      document.getElementById(sectionId(section))?.scrollIntoView();
  }, [ready, section]);
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
              onClick={() => document.getElementById(sectionId(name))?.scrollIntoView()}
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
          <RunnersSection runners={value.runners} />
          <SecretsSection kind={value.secret_store} />
          <JournalSection settings={value} />
          <DoctorSection />
        </div>
      )}
    </ScreenFrame>
  );
}
