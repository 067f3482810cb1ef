import { Button, Skeleton } from '@mantine/core';
import { IconPlug } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../../bridge.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import screen from '../agents-screen.module.css';
import { ClientRow } from './client-row.tsx';
import classes from './clients.module.css';

interface Props {
  readonly agent: string;
  readonly onConnect: () => void;
}

/** The clients that hold a token of an agent, those that are here now first. */
export function AgentClients({ agent, onConnect }: Props) {
  const { t } = useTranslation('clients');
  const clients = useRequest(
    'client/list',
    {},
    { events: ['clients/changed', 'trust/changed', 'journal/appended'] },
  );
  const own = (clients.value ?? [])
    .filter((client) => client.agent === agent)
    .toSorted((left, right) => Number(isHere(right)) - Number(isHere(left)));
  return (
    <div className={screen.page}>
      {clients.failure !== null && <FailureNote failure={clients.failure} retry={clients.again} />}
      {clients.value === null && clients.failure === null && <Skeleton h={64} />}
      {clients.value !== null && own.length === 0 && (
        <EmptyState
          icon={<IconPlug size={32} stroke={1.3} />}
          title={t('none')}
          action={<Button onClick={onConnect}>{t('connect')}</Button>}
        >
          {t('noneHint')}
        </EmptyState>
      )}
      {own.length > 0 && (
        <ul className={classes.list} aria-label={t('list', { agent })}>
          {own.map((client) => (
            <ClientRow key={client.id} client={client} />
          ))}
        </ul>
      )}
    </div>
  );
}

const isHere = ({ connected }: { readonly connected?: readonly unknown[] | undefined }): boolean =>
  (connected ?? []).length > 0;
