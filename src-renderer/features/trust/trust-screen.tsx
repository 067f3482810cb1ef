import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconGitCompare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TrustItem } from '../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../bridge.ts';
import { useDialogs } from '../../store/dialogs.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { Changes } from '../../ui/changes.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { ScreenFrame } from '../../ui/screen-frame.tsx';
import classes from './trust-screen.module.css';

/** Every outside change with its difference; the accepted version holds until one says yes here. */
export function TrustScreen() {
  const { t } = useTranslation('trust');
  const trust = useRequest('trust/list', {}, { events: ['trust/changed', 'server/changed'] });
  const count = trust.value?.length ?? 0;
  return (
    <ScreenFrame
      title={t('title')}
      sentence={trust.value === null ? '' : count === 0 ? t('fine') : t('sentence', { count })}
    >
      {trust.failure !== null && <FailureNote failure={trust.failure} retry={trust.again} />}
      {trust.value === null && trust.failure === null && <Skeleton height={120} radius="md" />}
      {trust.value !== null && count === 0 && (
        <EmptyState icon={<IconGitCompare size={32} stroke={1.3} />} title={t('none')}>
          {t('noneHint')}
        </EmptyState>
      )}
      <Stack gap="md" maw={880}>
        {(trust.value ?? []).map((item) => (
          <Item key={item.item} item={item} />
        ))}
      </Stack>
    </ScreenFrame>
  );
}

function Item({ item }: { readonly item: TrustItem }) {
  const { t } = useTranslation('trust');
  const open = useDialogs((dialogs) => dialogs.open);
  const accept = useAction('trust/accept');
  const id = item.item.startsWith('server:') ? item.item.slice('server:'.length) : null;
  return (
    <article className={classes.item} aria-label={item.title}>
      <Group justify="space-between" align="start" gap="xs">
        <div>
          <Title order={2}>
            <BoundedText text={item.title} limit={200} />
          </Title>
          <code className="gh-mono">{item.item}</code>
        </div>
        <Group gap="xs">
          {id !== null && (
            <Button variant="subtle" onClick={() => open({ kind: 'confirm', id })}>
              {t('confirmInstead')}
            </Button>
          )}
          {item.problem === null && (
            <Button
              loading={accept.busy}
              aria-label={t('acceptLabel', { title: item.title })}
              onClick={async () => {
                const answer = await accept.run({ item: item.item });
                if (answer.ok) notifyDone(t('accepted'));
              }}
            >
              {t('accept')}
            </Button>
          )}
        </Group>
      </Group>
      {item.changes.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noDiff')}
        </Text>
      ) : (
        <Changes changes={item.changes} />
      )}
      {item.problem !== null && (
        <FailureNote failure={item.problem}>
          <Text size="sm">{t('broken')}</Text>
        </FailureNote>
      )}
      {accept.failure !== null && <FailureNote failure={accept.failure} />}
    </article>
  );
}
