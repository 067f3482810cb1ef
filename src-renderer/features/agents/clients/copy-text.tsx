import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A copy button that says what it copies. */
export function CopyText({
  value,
  label,
  primary = false,
}: {
  readonly value: string;
  readonly label: string;
  readonly primary?: boolean;
}) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <Button
      flex="none"
      variant={primary ? 'filled' : 'default'}
      data-autofocus={primary || undefined}
      leftSection={clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      onClick={() => clipboard.copy(value)}
    >
      {clipboard.copied ? t('copied') : label}
    </Button>
  );
}
