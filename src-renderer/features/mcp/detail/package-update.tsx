import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Package, PackageCheck, Server } from '../../../../src-preload/contract/index.ts';
import { useAction } from '../../../bridge.ts';
import { useProbes } from '../../../store/probes.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { VisibleText } from '../../../ui/visible-text-view.tsx';

interface Props {
  readonly server: Server;
  readonly facts: Package;
}

/** The version that runs and, asked for, the newest that fits; old and new stand side by side before a yes. */
export function PackageUpdate({ server, facts }: Props) {
  const { t } = useTranslation(['mcp', 'shared']);
  const { id } = server;
  const check = useAction('package/check');
  const update = useAction('package/update');
  const probe = useProbes((probes) => probes.run);
  const [found, setFound] = useState<PackageCheck | null>(null);
  const { version, name } = facts;
  const look = async () => {
    const answer = await check.run({ id });
    setFound(answer.ok ? answer.value : null);
  };
  const ask = (newest: string) =>
    modals.openConfirmModal({
      title: t('package.updateTitle', { name }),
      children: (
        <>
          <Versions from={version} to={newest} />
          <Text size="sm" mt="sm">
            {t('package.updateHint')}
          </Text>
        </>
      ),
      labels: {
        confirm: t('package.update', { version: newest }),
        cancel: t('shared:cancel'),
      },
      confirmProps: { variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: async () => {
        const answer = await update.run({ id, version: newest });
        if (!answer.ok) return;
        setFound(null);
        notifyDone(t('package.updated', { name, version: newest }));
        if (server.registration.enabled) void probe(id);
      },
    });
  const isNewer = found !== null && found.newest !== version;
  return (
    <Stack gap={8} align="start">
      {version === null ? <Text size="sm">{t('package.notChosen')}</Text> : <Mono text={version} />}
      {facts.is_exact ? (
        <Text size="sm" c="dimmed">
          {t('package.exact')}
        </Text>
      ) : (
        <Group gap="xs">
          <Button size="compact-sm" loading={check.busy} onClick={() => void look()}>
            {t('package.check')}
          </Button>
          {isNewer && version !== null && (
            <Button
              size="compact-sm"
              variant="filled"
              loading={update.busy}
              onClick={() => ask(found.newest)}
            >
              {t('package.update', { version: found.newest.slice(0, 60) })}
            </Button>
          )}
        </Group>
      )}
      <div role="status">
        {found !== null &&
          (isNewer ? (
            version === null ? (
              <Text size="sm">{t('package.newest', { version: found.newest })}</Text>
            ) : (
              <>
                <Text size="sm">{t('package.newer')}</Text>
                <Versions from={version} to={found.newest} />
              </>
            )
          ) : (
            <Text size="sm">{t('package.upToDate', { version: found.newest })}</Text>
          ))}
      </div>
      {check.failure !== null && <FailureNote failure={check.failure} />}
      {update.failure !== null && <FailureNote failure={update.failure} />}
    </Stack>
  );
}

function Versions({ from, to }: { readonly from: string | null; readonly to: string }) {
  return (
    <code className="gh-mono">
      <VisibleText text={`${from ?? '?'} → ${to}`} />
    </code>
  );
}
