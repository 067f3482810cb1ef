import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Launch } from '../../../../src-preload/contract/index.ts';
import { Changes } from '../../../ui/changes.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { CommandParts } from './command-parts.tsx';
import { LaunchPart as Part } from './launch-part.tsx';
import classes from './launch-view.module.css';

/** Everything a person must see before saying yes, complete and exact. */
export function LaunchView({ launch }: { readonly launch: Launch }) {
  const { t } = useTranslation(['mcp', 'shared']);
  const stdio = launch.transport === 'stdio';
  const env = Object.entries(launch.env);
  return (
    <>
      {launch.changes.length > 0 && (
        <Part title={t('confirm.changes')}>
          <Changes changes={launch.changes} />
        </Part>
      )}
      {launch.warnings.length > 0 && <Warnings warnings={launch.warnings} />}
      {stdio ? (
        <>
          <CommandParts launch={launch} />
          <Part title={t('confirm.cwd')} inline>
            {launch.cwd === '' ? (
              <Text size="sm">{t('confirm.cwdOwn')}</Text>
            ) : (
              <Mono text={launch.cwd} />
            )}
          </Part>
        </>
      ) : (
        <>
          <Part title={t('confirm.url')} inline>
            <Mono text={launch.url} />
          </Part>
          <Part title={t('confirm.auth')} inline>
            <Text size="sm">
              {t(`adding.auths.${launch.auth.kind}`)}
              {launch.auth.kind === 'env_header' && (
                <>
                  {' · '}
                  <VisibleText text={launch.auth.header_name} />
                </>
              )}
            </Text>
            {launch.auth.env_key !== '' && <Mono text={launch.auth.env_key} />}
          </Part>
        </>
      )}
      {(env.length > 0 || stdio) && (
        <Part title={t('confirm.env')} inline>
          {env.length === 0 ? (
            <Text size="sm">{t('shared:none')}</Text>
          ) : (
            <ul className={classes.env}>
              {env.map(([name, value]) => (
                <li key={name}>
                  <code className="gh-mono">
                    <VisibleText text={`${name}=${value}`} />
                  </code>
                </li>
              ))}
            </ul>
          )}
        </Part>
      )}
      {(launch.env_keys.length > 0 || stdio) && (
        <Part title={t('confirm.secrets')} inline>
          <Text size="sm" {...(launch.env_keys.length > 0 ? { className: 'gh-mono' } : {})}>
            {launch.env_keys.length === 0 ? t('shared:none') : launch.env_keys.join(', ')}
          </Text>
        </Part>
      )}
      <Accepted launch={launch} />
      <Part title={t('confirm.hash')} inline>
        <Mono text={launch.launch_hash} />
      </Part>
    </>
  );
}

const USUAL: readonly string[] = ['tools', 'resources', 'prompts'];

/** What the same yes accepts beside the launch; the usual is not worth a line. */
function Accepted({ launch }: { readonly launch: Launch }) {
  const { t } = useTranslation('mcp');
  const beyond = launch.capabilities.filter((capability) => !USUAL.includes(capability));
  const overrides = Object.entries(launch.tool_risk_overrides);
  return (
    <>
      {beyond.length > 0 && (
        <Part title={t('confirm.capabilities')} inline>
          <Mono text={beyond.join(', ')} />
        </Part>
      )}
      {overrides.length > 0 && (
        <Part title={t('confirm.overrides')} inline>
          <ul className={classes.env}>
            {overrides.map(([tool, risk]) => (
              <li key={tool}>
                <code className="gh-mono">
                  <VisibleText text={`${tool} = ${risk}`} />
                </code>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Warnings({ warnings }: Pick<Launch, 'warnings'>) {
  const { t, i18n } = useTranslation('mcp');
  return (
    <Alert
      variant="default"
      bg="var(--gh-attention)"
      p="sm"
      icon={<IconAlertTriangle size={18} color="var(--gh-medium)" />}
      title={t('confirm.warnings')}
    >
      <List size="sm" listStyleType="none">
        {warnings.map(({ code, text }) => (
          <List.Item key={`${code} ${text}`}>
            {i18n.language === 'en' ? (
              <VisibleText text={text} />
            ) : (
              <>
                {t(`confirm.warning.${code}`)}
                <Text size="xs" c="dimmed">
                  <VisibleText text={text} />
                </Text>
              </>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
