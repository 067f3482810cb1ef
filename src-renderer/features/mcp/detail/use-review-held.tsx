import { Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../../../../src-preload/contract/index.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { Changes } from '../../../ui/changes.tsx';
import { RiskChip } from '../../../ui/risk-chip.tsx';
import classes from './use-review-held.module.css';

const MOST = 200;

/** Shows every held tool with what it says or what changed in it, then takes one yes for all. */
export function useReviewHeld(accept: () => Promise<void>): (held: readonly Tool[]) => void {
  const { t } = useTranslation(['mcp', 'shared']);
  return (held) => {
    modals.openConfirmModal({
      title: t('detail.tools.reviewAll', { count: held.length }),
      size: 'lg',
      children: (
        <Stack gap="md" className={classes.list ?? ''}>
          {held.slice(0, MOST).map((tool) => (
            <Held key={tool.name} tool={tool} />
          ))}
        </Stack>
      ),
      labels: { confirm: t('detail.tools.acceptAll'), cancel: t('shared:cancel') },
      confirmProps: { variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => void accept(),
    });
  };
}

function Held({ tool }: { readonly tool: Tool }) {
  const { t } = useTranslation('mcp');
  return (
    <div>
      <Group gap="xs" mb={4}>
        <RiskChip risk={tool.risk} />
        <code className="gh-mono">
          <BoundedText text={tool.name} limit={256} />
        </code>
        <Text size="xs" c="dimmed">
          {tool.state === 'accepted' ? '' : t(`detail.tools.states.${tool.state}`)}
        </Text>
      </Group>
      {tool.changes.length > 0 ? (
        <Changes changes={tool.changes} />
      ) : (
        <Text size="sm">
          <BoundedText text={tool.description} limit={400} />
        </Text>
      )}
    </div>
  );
}
