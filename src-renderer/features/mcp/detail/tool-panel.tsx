import { Alert, Button, CloseButton, Group, Tabs, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../../../../src-preload/contract/index.ts';
import { useAction } from '../../../bridge.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { Changes } from '../../../ui/changes.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { TryIt } from '../../try-it/try-it.tsx';
import classes from './server-detail.module.css';
import { ToolAbout } from './tool-about.tsx';
import { isHeld } from './tools.ts';

interface Props {
  readonly tool: Tool;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** One tool: what it says of itself, why it has its grade, and a form to call it. */
export function ToolPanel({ tool, onClose, onChanged }: Props) {
  const { t } = useTranslation('mcp');
  const review = useAction('tool/review');
  const [tab, setTab] = useState('about');
  const accept = async () => {
    const answer = await review.run({ server_id: tool.server_id, tool: tool.name, pin: tool.pin });
    if (answer.ok) onChanged();
  };
  return (
    <section className={classes.right} aria-label={tool.name}>
      <Group justify="space-between" align="start" wrap="nowrap" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap={4} align="start" wrap="nowrap">
            <Title order={2} className="gh-mono">
              <VisibleText text={tool.name.slice(0, 256)} />
            </Title>
            <CopyButton value={tool.name} />
          </Group>
          {tool.title !== null && (
            <Text size="sm" c="dimmed">
              <BoundedText text={tool.title} limit={200} />
            </Text>
          )}
        </div>
        <CloseButton aria-label={t('detail.tools.closePanel')} onClick={onClose} />
      </Group>
      {tool.state !== 'accepted' && (
        <Alert
          variant="default"
          p="sm"
          bg={tool.state === 'quarantined' ? 'var(--gh-danger)' : 'var(--gh-attention)'}
          title={t(`detail.tools.states.${tool.state}`)}
        >
          <Text size="sm">{t(`detail.tools.stateHint.${tool.state}`)}</Text>
          {tool.quarantine_reason !== null && (
            <Text size="sm">
              <BoundedText text={tool.quarantine_reason} />
            </Text>
          )}
          {tool.changes.length > 0 && (
            <>
              <Title order={3} mt="xs" mb={4}>
                {t('detail.tools.changes')}
              </Title>
              <Changes changes={tool.changes} />
            </>
          )}
          {isHeld(tool) && (
            <Group gap="xs" mt="sm">
              <Button variant="subtle" onClick={onClose}>
                {t('detail.tools.leave')}
              </Button>
              <Button loading={review.busy} onClick={accept}>
                {t('detail.tools.accept')}
              </Button>
            </Group>
          )}
        </Alert>
      )}
      {review.failure !== null && <FailureNote failure={review.failure} />}
      <Tabs value={tab} onChange={(next) => setTab(next ?? 'about')}>
        <Tabs.List>
          <Tabs.Tab value="about">{t('detail.tools.about')}</Tabs.Tab>
          <Tabs.Tab value="try" disabled={tool.state === 'quarantined'}>
            {t('detail.tools.tryIt')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="about" pt="md">
          <ToolAbout tool={tool} onChanged={onChanged} />
        </Tabs.Panel>
        <Tabs.Panel value="try" pt="md">
          <TryIt tool={tool} />
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
