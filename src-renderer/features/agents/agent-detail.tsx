import { Anchor, Button, Group, Switch, Tabs, Text, Title } from '@mantine/core';
import { IconPlug } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';
import { formatRoute } from '../../store/route.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { useAgentAbout } from './agent-about.ts';
import { AgentNotes } from './agent-notes.tsx';
import { AGENT_TABS, type AgentTab } from './agent-route.ts';
import { AgentSettings } from './agent-settings.tsx';
import classes from './agents-screen.module.css';
import { BuiltIn } from './built-in.tsx';
import { AgentClients } from './clients/agent-clients.tsx';
import { ConnectDialog } from './clients/connect-dialog.tsx';
import { ToolMatrix } from './tool-matrix.tsx';

interface Props {
  readonly agent: Agent;
  readonly tab: AgentTab;
}

/** One agent: what it may use, who uses it, how its calls are decided. */
export function AgentDetail({ agent, tab }: Props) {
  const { t } = useTranslation('agents');
  const go = useNavigation((navigation) => navigation.go);
  const [connecting, setConnecting] = useState(false);
  const { name, built_in } = agent;
  const about = useAgentAbout()(agent);
  const connect = () => setConnecting(true);
  return (
    <section className={classes.detail} aria-label={name}>
      <div className={classes.top}>
        <Anchor href={formatRoute('agents')} size="sm" c="dimmed" className={classes.back ?? ''}>
          ← {t('back')}
        </Anchor>
        <div className={classes.topLine}>
          <div className={classes.about}>
            <Title order={2}>
              <VisibleText text={name} />
            </Title>
            <Text size="sm" c="dimmed">
              <BoundedText text={about} limit={240} />
              {about !== '' && ' '}
              <Anchor
                href={formatRoute('journal', [], { agent: name })}
                size="sm"
                underline="always"
              >
                {t('journal')}
              </Anchor>
            </Text>
          </div>
          <Group gap="sm">
            <PauseSwitch agent={agent} />
            {!built_in && (
              <Button
                variant="filled"
                leftSection={<IconPlug size={16} />}
                disabled={agent.problem !== null}
                onClick={connect}
              >
                {t('connect')}
              </Button>
            )}
          </Group>
        </div>
        <AgentNotes agent={agent} />
      </div>
      {built_in ? (
        <BuiltIn agent={agent} />
      ) : (
        <Tabs
          value={tab}
          onChange={(next) => go('agents', [name, next ?? 'tools'])}
          className={classes.tabs ?? ''}
          keepMounted={false}
        >
          <Tabs.List px={{ base: 'md', sm: 'lg' }}>
            {AGENT_TABS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`tabs.${one}`)}
                {one === 'clients' && agent.clients > 0 && ` ${agent.clients}`}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="tools" className={classes.panel ?? ''}>
            <ToolMatrix agent={agent} />
          </Tabs.Panel>
          <Tabs.Panel value="clients" className={classes.panel ?? ''}>
            <AgentClients agent={name} onConnect={connect} />
          </Tabs.Panel>
          <Tabs.Panel value="settings" className={classes.panel ?? ''}>
            <AgentSettings agent={agent} />
          </Tabs.Panel>
        </Tabs>
      )}
      {connecting && <ConnectDialog agent={name} onClose={() => setConnecting(false)} />}
    </section>
  );
}

function PauseSwitch({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation('agents');
  const toggle = async () => {
    const answer = await send(agent.paused ? 'calls/resume' : 'calls/pause', { agent: agent.name });
    if (!answer.ok) notifyFailure(answer.failure);
  };
  return (
    <Switch
      checked={!agent.paused}
      label={t(agent.paused ? 'callsPaused' : 'callsRun')}
      aria-label={t('pause', { name: agent.name })}
      onChange={() => void toggle()}
    />
  );
}
