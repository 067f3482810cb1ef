import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../src-preload/contract/index.ts';
import { useRequest } from '../../bridge.ts';
import { formatRoute } from '../../store/route.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Mono } from '../../ui/mono.tsx';
import { NumberSetting } from './number-setting.tsx';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

/** Where clients reach their servers, whether it listens, and how many are there. */
export function GatewaySection({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('settings');
  const { port, name_chars, session_idle_s } = settings.gateway;
  const status = useRequest(
    'status/show',
    {},
    { events: ['gateway/changed', 'settings/changed', 'clients/changed'] },
  );
  const clients = useRequest('client/list', {}, { events: ['clients/changed'] });
  const gateway = status.value?.gateway ?? null;
  const all = clients.value ?? [];
  const live = all.filter(({ connected }) => (connected ?? []).length > 0).length;
  return (
    <SettingsSection name="gateway">
      <Text size="sm">{t('gateway.about')}</Text>
      {gateway !== null && (
        <dl className={classes.facts}>
          <dt>{t('gateway.address')}</dt>
          <dd>
            {gateway.address === null ? '' : <Mono text={gateway.address} />}
            <span className={classes.state} data-state={gateway.state}>
              {t(`gateway.state.${gateway.state}`)}
            </span>
          </dd>
          <dt>{t('gateway.clients.label')}</dt>
          <dd>
            {all.length === 0
              ? t('gateway.clients.none')
              : t('gateway.clients.some', { count: all.length, live })}{' '}
            <Anchor href={formatRoute('agents')} size="sm" underline="always">
              {t('gateway.agents')}
            </Anchor>
          </dd>
        </dl>
      )}
      {gateway?.failure !== null && gateway?.failure !== undefined && (
        <FailureNote failure={gateway.failure} />
      )}
      <NumberSetting
        label={t('gateway.port.label')}
        about={t('gateway.port.about')}
        unit={t('gateway.port.unit')}
        value={port}
        min={1}
        max={65_535}
        onSave={(saving, value) => void saving.save({ gateway: { port: value } })}
      />
      <NumberSetting
        label={t('gateway.nameChars.label')}
        about={t('gateway.nameChars.about')}
        unit={t('gateway.nameChars.unit')}
        value={name_chars}
        min={32}
        max={64}
        onSave={(saving, value) => void saving.save({ gateway: { name_chars: value } })}
      />
      <NumberSetting
        label={t('gateway.idle.label')}
        about={t('gateway.idle.about')}
        unit={t('gateway.idle.unit')}
        value={session_idle_s}
        min={1}
        max={86_400}
        onSave={(saving, value) => void saving.save({ gateway: { session_idle_s: value } })}
      />
    </SettingsSection>
  );
}
