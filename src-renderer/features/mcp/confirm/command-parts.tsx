import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Launch } from '../../../../src-preload/contract/index.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { PackageVersion, useFallbackText, useScriptsText } from '../package-words.tsx';
import { ArgvList } from './argv-list.tsx';
import { LaunchPart } from './launch-part.tsx';

/** The command as written and, where something else runs in its place, that too: one yes covers both. */
export function CommandParts({ launch }: { readonly launch: Launch }) {
  const { t } = useTranslation('mcp');
  const scriptsText = useScriptsText();
  const fallbackText = useFallbackText();
  const { effective } = launch;
  const runs = effective !== null && effective.package.fallback === null ? effective : null;
  return (
    <>
      <Stack gap={8}>
        <LaunchPart
          title={t(runs === null ? 'confirm.argv' : 'confirm.written')}
          action={
            <CopyButton value={JSON.stringify(launch.command_argv)} label={t('confirm.copyAll')} />
          }
        >
          <ArgvList argv={launch.command_argv} />
        </LaunchPart>
        <ProgramFile path={launch.executable} />
      </Stack>
      {runs !== null && (
        <Stack gap={8}>
          <LaunchPart
            title={t('confirm.runs')}
            action={
              <CopyButton value={JSON.stringify(runs.command_argv)} label={t('confirm.copyRuns')} />
            }
          >
            <ArgvList argv={runs.command_argv} />
          </LaunchPart>
          <ProgramFile path={runs.executable} />
        </Stack>
      )}
      {effective !== null && (
        <>
          {effective.package.name !== '' && (
            <LaunchPart title={t('confirm.package')} inline>
              <Text size="sm" component="div">
                <PackageVersion facts={effective.package} />
              </Text>
            </LaunchPart>
          )}
          {runs !== null && (
            <LaunchPart title={t('confirm.scripts')} inline>
              <Text size="sm">{scriptsText(runs.package)}</Text>
            </LaunchPart>
          )}
          {effective.package.fallback !== null && (
            <LaunchPart title={t('confirm.asWritten')} inline>
              <Text size="sm">{fallbackText(effective.package.fallback)}</Text>
            </LaunchPart>
          )}
        </>
      )}
    </>
  );
}

/** Which file a command's first word means. */
function ProgramFile({ path }: { readonly path: string | null }) {
  const { t } = useTranslation('mcp');
  return (
    <LaunchPart title={t('confirm.executable')} inline>
      {path === null ? (
        <Text size="sm">{t('confirm.executableMissing')}</Text>
      ) : (
        <Mono text={path} />
      )}
    </LaunchPart>
  );
}
