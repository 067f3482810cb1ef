import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  /** What will be here and why one wants it. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Empty is a page too: says what will be here, and has the one button. */
export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap="xs" maw={440} mx="auto" my={64} ta="center">
      <Text component="span" c="dimmed" aria-hidden>
        {icon}
      </Text>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      {action !== undefined && <Group mt="xs">{action}</Group>}
    </Stack>
  );
}
