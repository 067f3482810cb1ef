import { Group, Select, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../../../../src-preload/contract/index.ts';
import { useAction } from '../../../bridge.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { JsonView } from '../../../ui/json-view.tsx';
import { RiskChip } from '../../../ui/risk-chip.tsx';
import { useReasonText } from '../../../ui/use-reason-text.ts';

interface Props {
  readonly tool: Tool;
  readonly onChanged: () => void;
}

const LEVELS = ['low', 'medium', 'high'] as const;

/** Description, grade with reasons and override, schemas, annotations. */
export function ToolAbout({ tool, onChanged }: Props) {
  const { t } = useTranslation(['mcp', 'shared']);
  const say = useReasonText();
  const override = useAction('tool/override-risk');
  const overridden = tool.reasons.some(({ from }) => from === 'override');
  const choose = async (value: string | null) => {
    const risk = LEVELS.find((level) => level === value) ?? null;
    const answer = await override.run({ server_id: tool.server_id, tool: tool.name, risk });
    if (answer.ok) onChanged();
  };
  return (
    <Stack gap="md">
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {tool.description === '' ? (
          t('detail.tools.noDescription')
        ) : (
          <BoundedText text={tool.description} limit={1200} />
        )}
      </Text>
      <Part title={t('detail.tools.reasons')}>
        <Group gap="md" align="start">
          <RiskChip risk={tool.risk} />
          <ul style={{ flex: '1 1 200px', margin: 0, paddingLeft: 16 }}>
            {tool.reasons.map((reason) => (
              <li key={`${reason.from} ${reason.text}`}>
                <Text size="sm" component="span">
                  <BoundedText text={say(reason)} limit={240} />
                </Text>
              </li>
            ))}
          </ul>
          <Select
            w={160}
            aria-label={t('detail.tools.override')}
            disabled={override.busy}
            allowDeselect={false}
            value={overridden ? tool.risk : 'computed'}
            data={[
              { value: 'computed', label: t('detail.tools.overrideNone') },
              ...LEVELS.map((value) => ({ value, label: t(`shared:riskLabel.${value}`) })),
            ]}
            onChange={choose}
          />
        </Group>
        {override.failure !== null && <FailureNote failure={override.failure} />}
      </Part>
      <Part title={t('detail.tools.input')}>
        <JsonView value={tool.inputSchema} label={t('detail.tools.input')} maxHeight={320} />
      </Part>
      {tool.outputSchema !== null && (
        <Part title={t('detail.tools.output')}>
          <JsonView value={tool.outputSchema} label={t('detail.tools.output')} maxHeight={320} />
        </Part>
      )}
      {Object.keys(tool.annotations).length > 0 && (
        <Part title={t('detail.tools.annotations')}>
          <JsonView
            value={tool.annotations}
            label={t('detail.tools.annotations')}
            maxHeight={200}
          />
        </Part>
      )}
    </Stack>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <Title order={3} mb={4}>
        {title}
      </Title>
      {children}
    </div>
  );
}
