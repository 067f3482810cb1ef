import { Skeleton, Switch, Table, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { send, useRequest } from '../../bridge.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { RiskShape } from '../../ui/risk-chip.tsx';
import { ScreenFrame } from '../../ui/screen-frame.tsx';
import classes from './agents-screen.module.css';

/** Every agent profile, what it may use, how its calls are decided; each can be paused. */
export function AgentsScreen() {
  const { t } = useTranslation('agents');
  const agents = useRequest('agent/list', {}, { events: ['settings/changed', 'trust/changed'] });
  const status = useRequest('status/show', {});
  const all = agents.value ?? [];
  const paused = all.filter((agent) => agent.paused).length;
  return (
    <ScreenFrame
      title={t('title')}
      sentence={agents.value === null ? '' : t('sentence', { count: all.length, paused })}
    >
      {agents.failure !== null && <FailureNote failure={agents.failure} retry={agents.again} />}
      {agents.value === null && agents.failure === null && <Skeleton height={160} />}
      {agents.value !== null && all.length === 0 && (
        <EmptyState icon={<IconUsers size={32} stroke={1.3} />} title={t('none')}>
          {t('noneHint')}
        </EmptyState>
      )}
      {all.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('intro', { folder: `${status.value?.home ?? '~/.gatehouse'}/agents` })}
          </Text>
          <Table verticalSpacing="xs" horizontalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('name')}</Table.Th>
                <Table.Th>{t('servers')}</Table.Th>
                <Table.Th>{t('approval')}</Table.Th>
                <Table.Th>{t('calls')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map((agent) => (
                <AgentRow key={agent.name} agent={agent} onChanged={agents.again} />
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </ScreenFrame>
  );
}

interface RowProps {
  readonly agent: Agent;
  readonly onChanged: () => void;
}

function AgentRow({ agent, onChanged }: RowProps) {
  const { t } = useTranslation('agents');
  const toggle = async () => {
    const answer = await send(agent.paused ? 'calls/resume' : 'calls/pause', { agent: agent.name });
    if (answer.ok) onChanged();
    else notifyFailure(answer.failure);
  };
  return (
    <Table.Tr>
      <Table.Td className={classes.name ?? ''}>
        <b>{agent.name}</b>
        {agent.built_in && <span className={classes.tag}>{t('builtIn')}</span>}
        <Text size="xs" c="dimmed">
          <BoundedText text={agent.built_in ? t('you') : agent.description} limit={200} />
        </Text>
        {agent.problem !== null && <FailureNote failure={agent.problem} />}
      </Table.Td>
      <Table.Td>
        <Scope agent={agent} />
      </Table.Td>
      <Table.Td>
        <Ways agent={agent} />
      </Table.Td>
      <Table.Td>
        <Switch
          checked={!agent.paused}
          label={t(agent.paused ? 'paused' : 'running')}
          aria-label={t('pause', { name: agent.name })}
          onChange={() => void toggle()}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function Scope({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation('agents');
  const servers = Object.entries(agent.servers);
  if (servers.length === 0) return t(agent.built_in ? 'everything' : 'nothing');
  if (servers.length === 1 && servers[0]?.[0] === '*') return t('everything');
  return (
    <ul className={classes.scope}>
      {servers.slice(0, 100).map(([server, tools]) => (
        <li key={server}>
          <code className="gh-mono">{server}</code>{' '}
          <Text span size="xs" c="dimmed" title={tools.join(', ').slice(0, 2000)}>
            {tools.includes('*') ? t('all') : t('tools', { count: tools.length })}
          </Text>
        </li>
      ))}
    </ul>
  );
}

const LEVELS = ['low', 'medium', 'high'] as const;
const isWay = (way: string): way is 'allow' | 'ask' | 'deny' =>
  ['allow', 'ask', 'deny'].includes(way);

function Ways({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation(['agents', 'shared']);
  return (
    <ul className={classes.ways}>
      {LEVELS.map((risk) => {
        const way = agent.approval[risk];
        return (
          <li key={risk}>
            <span style={{ color: `var(--gh-${risk})` }}>
              <RiskShape risk={risk} />
            </span>
            {t(`shared:risk.${risk}`)} · {isWay(way) ? t(`ways.${way}`) : way.slice(0, 40)}
          </li>
        );
      })}
    </ul>
  );
}
