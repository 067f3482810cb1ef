import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Package, Server } from '../../../../src-preload/contract/index.ts';
import { useRequest } from '../../../bridge.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ArgvList } from '../confirm/argv-list.tsx';
import { LaunchPart } from '../confirm/launch-part.tsx';
import { useFallbackText } from '../package-words.tsx';
import { PackageScripts } from './package-scripts.tsx';
import { PackageUpdate } from './package-update.tsx';
import detail from './server-detail.module.css';
import classes from './settings-tab.module.css';

interface Props {
  readonly server: Server;
  readonly facts: Package;
}

/** The npm package behind the server: what runs, in which version, and what a person may change about it. */
export function PackageTab({ server, facts }: Props) {
  const { t } = useTranslation('mcp');
  const { id } = server;
  const fallbackText = useFallbackText();
  const effective = useRequest(
    'package/show',
    { id },
    {
      events: ['server/changed'],
      when: (event) => event.name !== 'server/changed' || event.body.id === id,
    },
  );
  const { fallback } = facts;
  return (
    <div className={detail.page}>
      <section className={classes.part} aria-label={t('package.title')}>
        <Title order={2}>{t('package.title')}</Title>
        <Text size="sm" c="dimmed">
          {t(fallback === null ? 'package.about' : 'package.aboutWritten')}
        </Text>
        {facts.name !== '' && (
          <LaunchPart title={t('package.name')} inline>
            <Mono text={facts.name} />
          </LaunchPart>
        )}
        {facts.spec !== '' && (
          <LaunchPart title={t('package.spec')} inline>
            <Mono text={facts.spec} />
          </LaunchPart>
        )}
        {fallback === null ? (
          <>
            <LaunchPart title={t('package.version')} inline>
              <PackageUpdate server={server} facts={facts} />
            </LaunchPart>
            <LaunchPart title={t('package.state')} inline>
              <Text size="sm">
                {t(facts.installed ? 'package.installed' : 'package.notInstalled')}
              </Text>
            </LaunchPart>
            <LaunchPart title={t('package.scripts')} inline>
              <PackageScripts server={server} facts={facts} />
            </LaunchPart>
          </>
        ) : (
          <LaunchPart title={t('package.asWritten')} inline>
            <Text size="sm">{fallbackText(fallback)}</Text>
          </LaunchPart>
        )}
        {effective.failure !== null && (
          <FailureNote failure={effective.failure} retry={effective.again} />
        )}
        {effective.value !== null && fallback === null && (
          <LaunchPart title={t('package.runs')}>
            <ArgvList argv={effective.value.command_argv} />
          </LaunchPart>
        )}
      </section>
    </div>
  );
}
