import { Skeleton, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings, Status } from '../../../src-preload/contract/index.ts';
import { send, useRequest } from '../../bridge.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { KeepInFile } from '../../ui/keep-in-file.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { ChoiceSetting } from './choice-setting.tsx';
import { RiskNote } from './risk-note.tsx';
import { SecretForm } from './secret-form.tsx';
import { SecretRow } from './secret-row.tsx';
import { SettingsSection } from './settings-section.tsx';

type Kind = Settings['secret_store'];
const KINDS = ['keychain', 'file'] as const;

/** Where secret values are kept, and the names of those that are. */
export function SecretsSection({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation('settings');
  const secrets = useRequest('secret/list', {}, { events: ['server/changed', 'settings/changed'] });
  const status = useRequest('status/show', {}, { events: ['settings/changed'] }).value;
  const noKeychain = kind === 'keychain' && status !== null && !status.secret_store.available;
  const [replacing, setReplacing] = useState<string | null>(null);
  const done = () => {
    setReplacing(null);
    secrets.again();
  };
  const list = secrets.value;
  return (
    <SettingsSection name="secrets">
      <ChoiceSetting
        label={t('store.label')}
        about={<StoreState kind={kind} status={status} />}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`store.${value}`) }))}
        onSave={(saving, next) => void saving.track(() => send('secret/store', { kind: next }))}
      />
      {noKeychain && <KeepInFile />}
      <Text size="sm">{t('secrets.about')}</Text>
      {secrets.failure !== null && !noKeychain && (
        <FailureNote failure={secrets.failure} retry={secrets.again} />
      )}
      {list === null && secrets.failure === null && <Skeleton h={64} />}
      {list?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('secrets.none')}
        </Text>
      )}
      {list !== null && list.length > 0 && (
        <Table verticalSpacing={4} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('secrets.name')}</Table.Th>
              <Table.Th>{t('secrets.usedBy')}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.map((secret) => (
              <SecretRow
                key={secret.name}
                secret={secret}
                onReplace={() => setReplacing(secret.name)}
                onRemoved={done}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <SecretForm key={replacing ?? ''} replacing={replacing} onDone={done} />
    </SettingsSection>
  );
}

interface StoreProps {
  readonly kind: Kind;
  readonly status: Status | null;
}

function StoreState({ kind, status }: StoreProps) {
  const { t } = useTranslation('settings');
  const store = status?.secret_store;
  const key = status?.integrity_key;
  return (
    <>
      {store !== undefined && (
        <RiskNote on={!store.available}>
          {store.available ? (
            t('store.available')
          ) : (
            <>
              {t('store.unavailable')} <VisibleText text={store.reason} />
            </>
          )}
        </RiskNote>
      )}
      {kind === 'file' && <RiskNote on>{t('store.fileRisk')}</RiskNote>}
      {key === 'file' && <RiskNote on>{t('store.keyFile')}</RiskNote>}
      {key === 'missing' && <RiskNote on>{t('store.keyMissing')}</RiskNote>}
      <span>{t('store.about')}</span>
    </>
  );
}
