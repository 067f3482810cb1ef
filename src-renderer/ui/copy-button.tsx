import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Copies the exact text; says so by icon, tooltip and label. */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const { t } = useTranslation();
  const clipboard = useClipboard({ timeout: 1500 });
  const text = clipboard.copied ? t('copied') : (label ?? t('copy'));
  return (
    <Tooltip label={text}>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="dimmed"
        size="sm"
        aria-label={text}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}
