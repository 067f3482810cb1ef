import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconFileAlert } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../../src-preload/contract/index.ts';
import { useAction } from '../../../bridge.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { notifyFailure } from '../../../ui/notify.ts';
import { problemText } from './problem-text.ts';

type Registry = RequestOutput<'server/list'>;
interface Place {
  readonly line: number | null;
  readonly column: number | null;
}

/** What in the registry file cannot be read, where it stands, and the file to open. */
export function RegistryBanner({ registry }: { readonly registry: Registry }) {
  const { t } = useTranslation('mcp');
  const { problem, invalid, path } = registry;
  const at = ({ line, column }: Place) =>
    line === null ? '' : `${t('place', { line, column: column ?? 1 })}: `;
  const file = (
    <Group gap={8} mt={4}>
      <Text size="xs" c="dimmed">
        {t('file')}
      </Text>
      <Mono text={path} />
    </Group>
  );
  if (problem !== null) {
    return (
      <Alert
        role="alert"
        variant="default"
        bg="var(--gh-danger)"
        icon={<IconFileAlert color="var(--gh-high)" />}
        title={t('fileProblem')}
      >
        <Text size="sm">
          {at(problem)}
          <BoundedText text={problemText(problem, path)} />
        </Text>
        <Text size="sm">{t('fileGoesOn')}</Text>
        {file}
      </Alert>
    );
  }
  if (invalid.length === 0) return null;
  return (
    <Alert
      role="alert"
      variant="default"
      bg="var(--gh-danger)"
      icon={<IconFileAlert color="var(--gh-high)" />}
      title={t('invalid', { count: invalid.length })}
    >
      <List size="sm" spacing={4} listStyleType="none">
        {invalid.slice(0, 20).map((entry) => (
          <List.Item key={entry.id}>
            <b>
              <BoundedText text={entry.id} limit={80} />
            </b>
            {' · '}
            {at(entry)}
            <BoundedText text={entry.message} /> <RemoveEntry id={entry.id} />
          </List.Item>
        ))}
      </List>
      {file}
    </Alert>
  );
}

function RemoveEntry({ id }: { readonly id: string }) {
  const { t } = useTranslation('mcp');
  const remove = useAction('server/remove');
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="red"
      loading={remove.busy}
      aria-label={`${t('removeInvalid')}: ${id}`}
      onClick={async () => {
        const answer = await remove.run({ id });
        if (!answer.ok) notifyFailure(answer.failure);
      }}
    >
      {t('removeInvalid')}
    </Button>
  );
}
