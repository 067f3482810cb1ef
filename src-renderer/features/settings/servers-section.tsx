import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../src-preload/contract/index.ts';
import { NumberSetting } from './number-setting.tsx';
import { SettingsSection } from './settings-section.tsx';

/** How often servers are looked at that nobody is using. */
export function ServersSection({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('settings');
  return (
    <SettingsSection name="servers">
      <NumberSetting
        label={t('probes.label')}
        about={t('probes.about')}
        unit={t('probes.unit')}
        value={settings.probes.every_s}
        min={0}
        max={86_400}
        onSave={(saving, every_s) => void saving.save({ probes: { every_s } })}
      />
    </SettingsSection>
  );
}
