import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../src-preload/contract/index.ts';
import { ChoiceSetting } from './choice-setting.tsx';
import { SettingsSection } from './settings-section.tsx';

const LANGUAGES = ['system', 'en', 'zh-CN'] as const;
const THEMES = ['system', 'light', 'dark'] as const;
const CLOSING = ['ask', 'yes', 'no'] as const;

/** Looks, and what closing the window does. */
export function GeneralSection({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsSection name="general">
      <ChoiceSetting
        label={t('language.label')}
        value={settings.language}
        options={LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
        onSave={(saving, language) => void saving.save({ language })}
      />
      <ChoiceSetting
        label={t('theme.label')}
        value={settings.theme}
        options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onSave={(saving, theme) => void saving.save({ theme })}
      />
      <ChoiceSetting
        label={t('closeToTray.label')}
        about={t('closeToTray.about')}
        value={settings.close_to_tray}
        options={CLOSING.map((value) => ({ value, label: t(`closeToTray.${value}`) }))}
        onSave={(saving, close_to_tray) => void saving.save({ close_to_tray })}
      />
    </SettingsSection>
  );
}
