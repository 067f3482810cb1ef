import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Change, Tool } from '../../../../src-preload/contract/index.ts';
import { Changes } from '../../../ui/changes.tsx';
import { RiskChip } from '../../../ui/risk-chip.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import classes from './held-tools.module.css';

interface Props {
  readonly tool: Tool;
  readonly busy: boolean;
  readonly onAccept: () => void;
}

/** One held tool: the difference to what was accepted, or all of it where it is new. */
export function HeldTool({ tool, busy, onAccept }: Props) {
  const { t } = useTranslation('mcp');
  const isNew = tool.state === 'new' || tool.changes.length === 0;
  return (
    <article className={classes.tool} aria-label={tool.name}>
      <Group justify="space-between" gap="xs" align="start" wrap="nowrap">
        <Group gap="xs" miw={0}>
          <RiskChip risk={tool.risk} reasons={tool.reasons} />
          <code className="gh-mono">
            <VisibleText text={tool.name.slice(0, 256)} />
          </code>
          <Text size="xs" c="var(--gh-medium)">
            {t(`detail.tools.states.${tool.state}`)}
          </Text>
        </Group>
        <Button
          flex="none"
          loading={busy}
          aria-label={t('detail.tools.acceptLabel', { tool: tool.name })}
          onClick={onAccept}
        >
          {t('detail.tools.accept')}
        </Button>
      </Group>
      <Changes changes={isNew ? definitionOf(tool) : tool.changes} />
    </article>
  );
}

/** A whole definition as something that was not there before. */
function definitionOf(tool: Tool): Change[] {
  const { title, description, inputSchema, outputSchema, annotations } = tool;
  const fields = { title, description, inputSchema, outputSchema, annotations };
  return Object.entries(fields)
    .filter(([, value]) => value !== null && JSON.stringify(value) !== '{}')
    .map(([field, value]) => ({ field, before: null, after: JSON.stringify(value) }));
}
