import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import type { Package, Server } from '../../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../../bridge.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { useScriptsText } from '../package-words.tsx';

interface Props {
  readonly server: Server;
  readonly facts: Package;
}

/** Whether install scripts run; letting them asks first, with what that means. */
export function PackageScripts({ server, facts }: Props) {
  const { t } = useTranslation(['mcp', 'shared']);
  const scriptsText = useScriptsText();
  const set = useAction('package/scripts');
  const shown = useRequest('server/show', { id: server.id });
  const { name, scripts, scripts_allowed: isAllowed } = facts;
  const allow = async (wanted: boolean) => {
    const answer = await set.run({ id: server.id, allow: wanted });
    if (!answer.ok) return;
    // What a package may do is no event of the server.
    shown.again();
    notifyDone(t(wanted ? 'package.allowed' : 'package.withheld'));
  };
  const ask = () =>
    modals.openConfirmModal({
      title: t('package.allowTitle', { name }),
      children: (
        <>
          {scripts.length > 0 && (
            <Text size="sm" className="gh-mono" mb="sm">
              <BoundedText text={scripts.join('\n')} limit={600} />
            </Text>
          )}
          <Text size="sm">{t('package.allowHint')}</Text>
        </>
      ),
      labels: { confirm: t('package.allowYes'), cancel: t('shared:cancel') },
      confirmProps: { color: 'red.9', variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => void allow(true),
    });
  return (
    <Stack gap={8} align="start">
      <Text size="sm">{scriptsText(facts)}</Text>
      {(scripts.length > 0 || !facts.installed) && !isAllowed && (
        <Text size="xs" c="dimmed">
          {t('package.scriptsHint')}
        </Text>
      )}
      {isAllowed ? (
        <Button size="compact-sm" loading={set.busy} onClick={() => void allow(false)}>
          {t('package.withhold')}
        </Button>
      ) : (
        (scripts.length > 0 || !facts.installed) && (
          <Button size="compact-sm" loading={set.busy} onClick={ask}>
            {t('package.allow')}
          </Button>
        )
      )}
      {set.failure !== null && <FailureNote failure={set.failure} />}
    </Stack>
  );
}
