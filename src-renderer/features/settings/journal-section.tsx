import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../src-preload/contract/index.ts';
import { NumberSetting } from './number-setting.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How long the journal is kept. */
export function JournalSection({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsSection name="journal">
      <NumberSetting
        label={t('keepDays.label')}
        about={t('keepDays.about')}
        unit={t('keepDays.unit')}
        value={settings.journal.keep_days}
        min={1}
        max={3650}
        onSave={(saving, keep_days) => void saving.save({ journal: { keep_days } })}
      />
      <NumberSetting
        label={t('keepMb.label')}
        about={t('keepMb.about')}
        unit={t('keepMb.unit')}
        value={settings.journal.keep_mb}
        min={1}
        max={100_000}
        onSave={(saving, keep_mb) => void saving.save({ journal: { keep_mb } })}
      />
    </SettingsSection>
  );
}
