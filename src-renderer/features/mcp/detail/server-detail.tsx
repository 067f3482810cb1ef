import { Anchor, Skeleton, Stack, Tabs } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../../src-preload/contract/index.ts';
import { useRequest } from '../../../bridge.ts';
import { useNavigation } from '../../../store/navigation.ts';
import { formatRoute } from '../../../store/route.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { ScreenFrame } from '../../../ui/screen-frame.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { serverName } from '../server-name.ts';
import { LogTab } from './log-tab.tsx';
import { PackageTab } from './package-tab.tsx';
import { PromptsTab } from './prompts-tab.tsx';
import { ResourcesTab } from './resources-tab.tsx';
import { ServerActions } from './server-actions.tsx';
import classes from './server-detail.module.css';
import { SettingsTab } from './settings-tab.tsx';
import { StateLine } from './state-line.tsx';
import { ToolsTab } from './tools-tab.tsx';

const TABS = ['tools', 'resources', 'prompts', 'log', 'package', 'settings'] as const;
type Tab = (typeof TABS)[number];

/** One server with everything it offers and everything one may change. */
export function ServerDetail({ id }: { readonly id: string }) {
  const { t } = useTranslation('mcp');
  const server = useRequest(
    'server/show',
    { id },
    {
      events: ['server/changed', 'trust/changed'],
      when: (event) => event.name !== 'server/changed' || [null, id].includes(event.body.id),
    },
  );
  const back = (
    <Anchor href={formatRoute('mcp')} size="sm" c="dimmed">
      ← {t('detail.back')}
    </Anchor>
  );
  if (server.value === null) {
    const gone = server.failure?.code === 'not_found';
    return (
      <ScreenFrame title={id} sentence={back}>
        {server.failure === null && <Loading />}
        {server.failure !== null && !gone && (
          <FailureNote failure={server.failure} retry={server.again} />
        )}
        {gone && (
          <EmptyState
            icon={<IconPlugConnectedX size={32} stroke={1.3} />}
            title={t('detail.gone', { id })}
          >
            {t('detail.goneHint')}
          </EmptyState>
        )}
      </ScreenFrame>
    );
  }
  return <Shown server={server.value} back={back} />;
}

function Shown({ server, back }: { readonly server: Server; readonly back: React.ReactNode }) {
  const { t } = useTranslation('mcp');
  const go = useNavigation((navigation) => navigation.go);
  const [, segment, item] = useNavigation((navigation) => navigation.route.rest);
  const review = useNavigation((navigation) => navigation.route.query['review'] === 'held');
  const tabs = TABS.filter((one) => one !== 'package' || server.package !== null);
  const tab: Tab = tabs.find((one) => one === segment) ?? 'tools';
  return (
    <ScreenFrame
      title={<VisibleText text={serverName(server)} />}
      sentence={
        <>
          {back} · <code className="gh-mono">{server.id}</code>
        </>
      }
      actions={<ServerActions server={server} />}
      bar={<StateLine server={server} />}
      fill
    >
      <Tabs
        value={tab}
        onChange={(next) => go('mcp', [server.id, next ?? 'tools'])}
        className={classes.tabs ?? ''}
        keepMounted={false}
      >
        <Tabs.List px={{ base: 'md', sm: 'lg' }}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`detail.tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="tools" className={classes.panel ?? ''}>
          <ToolsTab server={server} picked={item ?? null} review={review} />
        </Tabs.Panel>
        <Tabs.Panel value="resources" className={classes.panel ?? ''}>
          <ResourcesTab server={server} />
        </Tabs.Panel>
        <Tabs.Panel value="prompts" className={classes.panel ?? ''}>
          <PromptsTab server={server} />
        </Tabs.Panel>
        <Tabs.Panel value="log" className={classes.panel ?? ''}>
          <LogTab id={server.id} />
        </Tabs.Panel>
        {server.package !== null && (
          <Tabs.Panel value="package" className={classes.panel ?? ''}>
            <PackageTab server={server} facts={server.package} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="settings" className={classes.panel ?? ''}>
          <SettingsTab key={server.launch_hash} server={server} />
        </Tabs.Panel>
      </Tabs>
    </ScreenFrame>
  );
}

function Loading() {
  return (
    <Stack>
      <Skeleton height={32} width={320} />
      <Skeleton height={240} />
    </Stack>
  );
}
