import { ActionIcon, Select, SimpleGrid, TagsInput, TextInput, Tooltip } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../bridge.ts';
import { ArgvRows } from './argv-rows.tsx';
import type { Faults, ServerForm } from './draft.ts';
import { EnvRows } from './env-rows.tsx';

interface Props {
  readonly form: ServerForm;
  readonly onChange: (form: ServerForm) => void;
  readonly faults: Faults;
}

/** Everything that a launch hash covers. */
export function LaunchFields(props: Props) {
  return props.form.transport === 'stdio' ? (
    <StdioFields {...props} />
  ) : (
    <RemoteFields {...props} />
  );
}

function StdioFields({ form, onChange, faults }: Props) {
  const { t } = useTranslation('mcp');
  const pick = useAction('dialog/pick-folder');
  const pickCwd = async () => {
    const answer = await pick.run({});
    if (answer.ok && answer.value.path !== null) onChange({ ...form, cwd: answer.value.path });
  };
  return (
    <>
      <ArgvRows
        rows={form.argv}
        fault={faults.argv}
        onChange={(argv) => onChange({ ...form, argv })}
      />
      <TextInput
        label={t('adding.cwd')}
        description={t('adding.cwdHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'gh-mono-input' }}
        spellCheck={false}
        value={form.cwd}
        onChange={(event) => onChange({ ...form, cwd: event.currentTarget.value })}
        rightSection={
          <Tooltip label={t('adding.pick')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              loading={pick.busy}
              aria-label={t('adding.pick')}
              onClick={pickCwd}
            >
              <IconFolder size={16} />
            </ActionIcon>
          </Tooltip>
        }
      />
      <EnvRows rows={form.env} fault={faults.env} onChange={(env) => onChange({ ...form, env })} />
      <TagsInput
        label={t('adding.secrets')}
        description={t('adding.secretsHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={form.secrets.length === 0 ? t('adding.secretsPlaceholder') : ''}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        value={[...form.secrets]}
        error={faults.secrets === undefined ? null : t(`adding.fault.${faults.secrets}`)}
        onChange={(secrets) => onChange({ ...form, secrets })}
      />
    </>
  );
}

const AUTHS = ['none', 'env_bearer', 'env_header', 'oauth'] as const;

function RemoteFields({ form, onChange, faults }: Props) {
  const { t } = useTranslation('mcp');
  const { auth } = form;
  const wantsKey = auth.kind === 'env_bearer' || auth.kind === 'env_header';
  const fault = faults.auth;
  return (
    <>
      <TextInput
        label={t('adding.url')}
        type="text"
        inputMode="url"
        placeholder="https://mcp.example.com/mcp"
        classNames={{ input: 'gh-mono-input' }}
        spellCheck={false}
        value={form.url}
        error={faults.url === undefined ? null : t(`adding.fault.${faults.url}`)}
        onChange={(event) => onChange({ ...form, url: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label={t('adding.auth')}
          wrapperProps={{ 'data-field': 'edit_sign_in' }}
          allowDeselect={false}
          data={AUTHS.map((value) => ({ value, label: t(`adding.auths.${value}`) }))}
          value={auth.kind}
          onChange={(value) => {
            const kind = AUTHS.find((one) => one === value);
            if (kind !== undefined) onChange({ ...form, auth: { ...auth, kind } });
          }}
        />
        {wantsKey && (
          <TextInput
            label={t('adding.authKey')}
            placeholder="API_TOKEN"
            classNames={{ input: 'gh-mono-input' }}
            spellCheck={false}
            value={auth.env_key}
            error={fault === 'auth_key_missing' ? t(`adding.fault.${fault}`) : null}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...form, auth: { ...auth, env_key: value } })
            }
          />
        )}
        {auth.kind === 'env_header' && (
          <TextInput
            label={t('adding.authHeader')}
            placeholder="X-Api-Key"
            classNames={{ input: 'gh-mono-input' }}
            spellCheck={false}
            value={auth.header_name}
            error={fault === 'header_missing' ? t(`adding.fault.${fault}`) : null}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...form, auth: { ...auth, header_name: value } })
            }
          />
        )}
      </SimpleGrid>
    </>
  );
}
