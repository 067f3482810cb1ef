import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconArrowRight,
  IconClipboard,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconPlus,
  IconSearch,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Server, Status } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';
import { useDialogs } from '../../store/dialogs.ts';
import { useNavigation } from '../../store/navigation.ts';
import { SCREENS } from '../../store/route.ts';
import { notifyFailure } from '../notify.ts';
import classes from './palette.module.css';

interface Props {
  readonly status: Status | null;
  readonly servers: readonly Server[];
}

/** Ctrl/Cmd+K: every screen, every server, every main action. */
export function Palette({ status, servers }: Props) {
  const { t } = useTranslation();
  const go = useNavigation((navigation) => navigation.go);
  const open = useDialogs((dialogs) => dialogs.open);
  const pause = async (paused: boolean) => {
    const answer = await send(paused ? 'calls/resume' : 'calls/pause', {});
    if (!answer.ok) notifyFailure(answer.failure);
  };
  const paused = status?.paused ?? false;
  const icon = { size: 18, stroke: 1.6 };
  const add = (tab: 'form' | 'paste') => () => {
    go('mcp');
    open({ kind: 'add', tab });
  };
  const groups: SpotlightActionGroupData[] = [
    {
      group: t('palette.actions'),
      actions: [
        {
          id: 'add',
          label: t('palette.add'),
          leftSection: <IconPlus {...icon} />,
          onClick: add('form'),
        },
        {
          id: 'paste',
          label: t('palette.paste'),
          leftSection: <IconClipboard {...icon} />,
          onClick: add('paste'),
        },
        {
          id: 'approvals/open',
          label: t('palette.openApprovals'),
          leftSection: <IconShieldCheck {...icon} />,
          onClick: async () => {
            const answer = await send('approvals/open', {});
            if (!answer.ok) notifyFailure(answer.failure);
          },
        },
        {
          id: 'pause',
          label: t(paused ? 'palette.resume' : 'palette.pause'),
          leftSection: paused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />,
          onClick: () => void pause(paused),
        },
      ],
    },
    {
      group: t('palette.screens'),
      actions: SCREENS.map((screen) => ({
        id: `screen ${screen}`,
        label: t(`screen.${screen}`),
        leftSection: <IconArrowRight {...icon} />,
        onClick: () => go(screen),
      })),
    },
    {
      group: t('palette.servers'),
      actions: servers.map((server) => ({
        id: `server ${server.id}`,
        label: server.registration.name === '' ? server.id : server.registration.name,
        description: server.id,
        leftSection: <IconPlugConnected {...icon} />,
        onClick: () => go('mcp', [server.id]),
      })),
    },
  ];
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      tagsToIgnore={[]}
      limit={50}
      scrollable
      maxHeight={420}
      classNames={{
        action: classes.action ?? '',
        actionDescription: classes.description ?? '',
        actionSection: classes.section ?? '',
        actionsGroup: classes.group ?? '',
      }}
      attributes={{ content: { 'aria-label': t('frame.commands') } }}
      nothingFound={t('palette.nothing')}
      transitionProps={{ duration: 100 }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      searchProps={{
        leftSection: <IconSearch {...icon} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
}
