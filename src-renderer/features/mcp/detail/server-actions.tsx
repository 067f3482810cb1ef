import { ActionIcon, Button, Menu, Switch } from '@mantine/core';
import { IconDots, IconPlayerPlay, IconPlug, IconTerminal2, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Answer, Server } from '../../../../src-preload/contract/index.ts';
import { send, useAction } from '../../../bridge.ts';
import { useDialogs } from '../../../store/dialogs.ts';
import { useProbes } from '../../../store/probes.ts';
import { notifyFailure } from '../../../ui/notify.ts';
import { useRemoveServer } from './use-remove-server.tsx';

const told = (answer: Answer<unknown>) => {
  if (!answer.ok) notifyFailure(answer.failure);
};

/** Switch, test, and the rarer actions in a menu. */
export function ServerActions({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const { id, registration, connection, trust } = server;
  const open = useDialogs((dialogs) => dialogs.open);
  const probing = useProbes((probes) => probes.running[id] !== undefined);
  const probe = useProbes((probes) => probes.run);
  const enable = useAction('server/enable');
  const disable = useAction('server/disable');
  const remove = useRemoveServer();
  const mayRun = registration.enabled && (trust === 'confirmed' || trust === 'pending');
  const connected = connection.state !== 'stopped' && connection.state !== 'failed';
  return (
    <>
      <Switch
        label={t('detail.enabled')}
        checked={registration.enabled}
        disabled={enable.busy || disable.busy}
        onChange={async () =>
          told(await (registration.enabled ? disable.run({ id }) : enable.run({ id })))
        }
      />
      <Button
        leftSection={<IconPlayerPlay size={16} />}
        disabled={!mayRun || probing}
        onClick={() => void probe(id)}
      >
        {t('detail.test')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={t('detail.moreActions')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlug size={16} />}
            disabled={!mayRun}
            onClick={async () =>
              told(await send(connected ? 'server/disconnect' : 'server/connect', { id }))
            }
          >
            {t(connected ? 'detail.disconnect' : 'detail.connect')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTerminal2 size={16} />}
            onClick={() => open({ kind: 'confirm', id })}
          >
            {t('detail.seeLaunch')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => remove(server)}
          >
            {t('detail.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
