import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure, RequestOutput } from '../../../../src-preload/contract/index.ts';
import { send } from '../../../bridge.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import classes from './clients.module.css';
import { CopyText } from './copy-text.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';

interface Props {
  readonly made: RequestOutput<'agent/token'>;
  readonly onClose: () => void;
}

/** The token, this once, and the text that each common client wants. */
export function TokenShown({ made, onClose }: Props) {
  const { t } = useTranslation(['clients', 'shared']);
  const { token, agent } = made;
  const [snippets, setSnippets] = useState<RequestOutput<'connect/snippets'> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Sent by hand: answers to `useRequest` are kept, and this one holds the token.
  useEffect(() => {
    let gone = false;
    void send('connect/snippets', { agent, token }).then((answer) => {
      if (gone) return;
      if (answer.ok) setSnippets(answer.value);
      else setFailure(answer.failure);
    });
    return () => {
      gone = true;
    };
  }, [agent, token]);
  return (
    <DialogFrame
      label={t('shown.title', { label: made.label, agent })}
      footer={<Button onClick={onClose}>{t('shared:done')}</Button>}
    >
      <Alert
        variant="default"
        bg="var(--gh-attention)"
        p="sm"
        icon={<IconKey size={18} color="var(--gh-medium)" />}
        title={t('shown.once')}
      >
        <Text size="sm">{t('shown.onceHint')}</Text>
        <Group gap="xs" mt="xs" wrap="nowrap" align="center">
          <code className={`gh-mono ${classes.token}`}>{token}</code>
          <CopyText value={token} label={t('shown.copyToken')} primary />
        </Group>
      </Alert>
      {failure !== null && <FailureNote failure={failure} />}
      {snippets === null && failure === null && <Skeleton h={200} />}
      {snippets !== null && <SnippetTabs snippets={snippets.snippets} />}
    </DialogFrame>
  );
}
