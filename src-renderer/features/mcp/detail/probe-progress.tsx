import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProbes } from '../../../store/probes.ts';
import { VisibleText } from '../../../ui/visible-text-view.tsx';

/** How far a connection test has come, and the way to end it. */
export function ProbeProgress({ id }: { readonly id: string }) {
  const { t } = useTranslation(['mcp', 'shared']);
  const probe = useProbes((probes) => probes.running[id]);
  const cancel = useProbes((probes) => probes.cancel);
  if (probe === undefined) return null;
  const share = probe.total > 0 ? (100 * probe.done) / probe.total : 100;
  return (
    <Group gap="xs">
      <Progress
        w={120}
        size="sm"
        value={share}
        animated={probe.total === 0}
        aria-label={t('detail.testing')}
      />
      {probe.step !== '' && (
        <Text size="xs" c="dimmed">
          <VisibleText text={probe.step.slice(0, 80)} />
        </Text>
      )}
      <Button size="compact-xs" aria-label={t('detail.cancelTest')} onClick={() => void cancel(id)}>
        {t('shared:cancel')}
      </Button>
    </Group>
  );
}
