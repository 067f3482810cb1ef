import { Alert, Button, Group, Text } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';

/** Says that outside changes wait; shows nothing when none do. */
export function TrustBanner() {
  const { t } = useTranslation('trust');
  const go = useNavigation((navigation) => navigation.go);
  const trust = useRequest('trust/list', {}, { events: ['trust/changed', 'server/changed'] });
  const count = trust.value?.length ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      variant="default"
      bg="var(--gh-attention)"
      p="sm"
      icon={<IconGitCompare size={18} color="var(--gh-medium)" />}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t('banner', { count })} {t('holds')}
        </Text>
        <Button size="compact-sm" onClick={() => go('trust')}>
          {t('review')}
        </Button>
      </Group>
    </Alert>
  );
}
