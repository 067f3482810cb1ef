import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../src-preload/contract/index.ts';
import { ChoiceSetting } from './choice-setting.tsx';
import { NumberSetting } from './number-setting.tsx';
import { RiskNote } from './risk-note.tsx';
import { SettingsSection } from './settings-section.tsx';

const ANSWER_FROM = ['window', 'cli'] as const;

/** How long questions wait, and who may answer them. */
export function ApprovalsSection({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('settings');
  const { approvals } = settings;
  return (
    <SettingsSection name="approvals">
      <NumberSetting
        label={t('expire.label')}
        about={t('expire.about')}
        unit={t('expire.unit')}
        value={approvals.expire_s}
        min={5}
        max={86_400}
        onSave={(saving, expire_s) => void saving.save({ approvals: { expire_s } })}
      />
      <NumberSetting
        label={t('hold.label')}
        about={t('hold.about')}
        unit={t('hold.unit')}
        value={approvals.hold_s}
        min={1}
        max={3600}
        onSave={(saving, hold_s) => void saving.save({ approvals: { hold_s } })}
      />
      <ChoiceSetting
        label={t('answerFrom.label')}
        about={<RiskNote on={approvals.answer_from === 'cli'}>{t('answerFrom.risk')}</RiskNote>}
        value={approvals.answer_from}
        options={ANSWER_FROM.map((value) => ({ value, label: t(`answerFrom.${value}`) }))}
        onSave={(saving, answer_from) => void saving.save({ approvals: { answer_from } })}
      />
    </SettingsSection>
  );
}
