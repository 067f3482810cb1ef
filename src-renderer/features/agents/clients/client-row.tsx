import { Anchor, Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../../src-preload/contract/index.ts';
import { useAction } from '../../../bridge.ts';
import { formatRoute } from '../../../store/route.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import classes from './clients.module.css';

/** One client: what the person calls it, whether it is here and how, and the way to take its token back. */
export function ClientRow({ client }: { readonly client: Client }) {
  const { t } = useTranslation(['clients', 'shared']);
  const revoking = useAction('client/revoke');
  const { id, label, hold_s } = client;
  const connected = client.connected ?? [];
  const here = connected.length > 0;
  const ask = () =>
    modals.openConfirmModal({
      title: t('revoke.title', { label }),
      children: <Text size="sm">{t('revoke.about')}</Text>,
      labels: { confirm: t('revoke.confirm'), cancel: t('shared:cancel') },
      confirmProps: { color: 'red.9', variant: 'filled' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: async () => {
        const answer = await revoking.run({ id });
        if (answer.ok) notifyDone(t('revoke.done', { label }));
      },
    });
  return (
    <li className={classes.client} aria-label={label}>
      <div className={classes.line}>
        <span className={classes.dot} data-here={here} aria-hidden />
        <div className={classes.what}>
          <b>
            <VisibleText text={label.slice(0, 64)} />
          </b>
          <Text size="xs" c="dimmed" component="div">
            {client.last_used_at === null ? (
              t('neverUsed')
            ) : (
              <>
                {t('used')} <TimeAgo instant={client.last_used_at} />
              </>
            )}
            {' · '}
            {t('made')} <TimeAgo instant={client.created_at} />
            {hold_s !== null && <> · {t('holds', { count: hold_s })}</>}
            {' · '}
            <Anchor
              href={formatRoute('journal', [], { client: id })}
              size="xs"
              underline="always"
              aria-label={t('journalLabel', { label })}
            >
              {t('journal')}
            </Anchor>
          </Text>
        </div>
        <Button loading={revoking.busy} aria-label={t('revoke.label', { label })} onClick={ask}>
          {t('revoke.button')}
        </Button>
      </div>
      {here && (
        <ul className={classes.sessions}>
          {connected.slice(0, 20).map((one) => (
            <li key={`${one.transport} ${one.since} ${one.client_name}`}>
              {t(one.transport)} · {t('era', { era: one.era })}
              {one.client_name !== '' && (
                <>
                  {' · '}
                  <VisibleText
                    text={`${one.client_name} ${one.client_version}`.trim().slice(0, 120)}
                  />
                </>
              )}
              {' · '}
              {t('since')} <TimeAgo instant={one.since} />
              {one.open_requests > 0 && <> · {t('open', { count: one.open_requests })}</>}
            </li>
          ))}
        </ul>
      )}
      {revoking.failure !== null && <FailureNote failure={revoking.failure} />}
    </li>
  );
}
