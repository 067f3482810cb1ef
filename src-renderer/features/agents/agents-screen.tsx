import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ScreenFrame } from '../../ui/screen-frame.tsx';
import { AgentDetail } from './agent-detail.tsx';
import { AgentList } from './agent-list.tsx';
import { agentTab } from './agent-route.ts';
import classes from './agents-screen.module.css';
import { NewAgent } from './new-agent.tsx';

/** Every agent, and of the picked one what it may do, its clients and its settings. */
export function AgentsScreen() {
  const { t } = useTranslation('agents');
  const agents = useRequest(
    'agent/list',
    {},
    { events: ['agents/changed', 'clients/changed', 'settings/changed', 'trust/changed'] },
  );
  const [name, tab] = useNavigation((navigation) => navigation.route.rest);
  const [making, setMaking] = useState(false);
  const all = agents.value ?? [];
  const paused = all.filter((agent) => agent.paused).length;
  const shown =
    name === undefined
      ? (all.find(({ built_in }) => !built_in) ?? all[0])
      : all.find((agent) => agent.name === name);
  return (
    <ScreenFrame
      fill
      title={t('title')}
      sentence={agents.value === null ? '' : t('sentence', { count: all.length, paused })}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
          {t('new.button')}
        </Button>
      }
    >
      {making && <NewAgent onClose={() => setMaking(false)} />}
      {agents.failure !== null && (
        <div className={classes.note}>
          <FailureNote failure={agents.failure} retry={agents.again} />
        </div>
      )}
      {agents.value === null && agents.failure === null && <Skeleton height={160} mx="lg" />}
      {agents.value !== null && (
        <div className={classes.split} data-picked={name !== undefined || undefined}>
          <AgentList agents={all} shown={shown?.name ?? null} />
          {shown === undefined ? (
            <div className={classes.detail}>
              <EmptyState
                icon={<IconUserOff size={32} stroke={1.3} />}
                title={t('gone', { name: (name ?? '').slice(0, 64) })}
              >
                {t('goneHint')}
              </EmptyState>
            </div>
          ) : (
            <AgentDetail key={shown.name} agent={shown} tab={agentTab(tab)} />
          )}
        </div>
      )}
    </ScreenFrame>
  );
}
