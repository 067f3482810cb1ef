import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../src-preload/contract/index.ts';
import { useFailureText } from '../i18n/failure-text.ts';
import { BoundedText } from './bounded-text.tsx';

interface Props {
  readonly failure: Failure;
  readonly retry?: () => void;
  /** Buttons that mend it. */
  readonly children?: ReactNode;
}

/** An owner's sentence is shown whole; only what is no sentence any more is folded. */
const FULL = 4000;

/** A failure as a sentence, its fix, and the way to try again. Announced when it appears. */
export function FailureNote({ failure, retry, children }: Props) {
  const { t } = useTranslation();
  const { sentence, detail, words, fix } = useFailureText()(failure);
  return (
    <Alert
      role="alert"
      variant="default"
      bg="var(--gh-danger)"
      p="sm"
      icon={<IconAlertTriangle size={18} color="var(--gh-high)" />}
    >
      <Text size="sm">
        <BoundedText text={sentence} limit={FULL} />
      </Text>
      {words !== null && (
        <Text size="sm" className="gh-mono">
          <BoundedText text={words} limit={FULL} />
        </Text>
      )}
      {detail !== null && (
        <Text size="xs" c="dimmed">
          <BoundedText text={detail} limit={FULL} />
        </Text>
      )}
      {fix !== null && (
        <Text size="sm" mt={4}>
          <BoundedText text={fix} limit={FULL} />
        </Text>
      )}
      {(retry !== undefined || children !== undefined) && (
        <Group gap="xs" mt="xs">
          {children}
          {retry !== undefined && <Button onClick={retry}>{t('retry')}</Button>}
        </Group>
      )}
    </Alert>
  );
}
