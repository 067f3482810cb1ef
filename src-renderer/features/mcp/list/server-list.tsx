import { Button, Chip, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconClipboard, IconFilterOff, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../../bridge.ts';
import { useDialogs } from '../../../store/dialogs.ts';
import { useProbes } from '../../../store/probes.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { ScreenFrame } from '../../../ui/screen-frame.tsx';
import { useSearchKeys } from '../../../ui/use-search-keys.ts';
import { FirstRun } from '../../first-run/first-run.tsx';
import { TrustBanner } from '../../trust/trust-banner.tsx';
import {
  countParts,
  countServers,
  FILTERS,
  type Filter,
  matchesSearch,
  serverState,
  troublesFirst,
} from '../server-state.ts';
import { RegistryBanner } from './registry-banner.tsx';
import { ServerCard } from './server-card.tsx';
import classes from './server-list.module.css';

/** All servers as cards, with the sentence of how they stand, search and filter. */
export function ServerList() {
  const { t } = useTranslation('mcp');
  const open = useDialogs((dialogs) => dialogs.open);
  const registry = useRequest('server/list', {}, { events: ['server/changed', 'trust/changed'] });
  const running = useProbes((probes) => probes.running);
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const field = useSearchKeys();
  const servers = registry.value?.servers ?? [];
  const states = troublesFirst(
    servers.map((server) => ({
      server,
      tone: serverState(server, running[server.id] !== undefined).tone,
    })),
  );
  const counts = countServers(states.map(({ tone }) => tone));
  const shown = states.filter(
    ({ server, tone }) => (filter === 'all' || tone === filter) && matchesSearch(server, search),
  );
  const empty =
    registry.value !== null && servers.length === 0 && registry.value.invalid.length === 0;
  // Nothing is written while the file cannot be read.
  const broken = (registry.value?.problem ?? null) !== null;
  const sentence = countParts(counts)
    .map(({ part, count }) => t(`count.${part}`, { count }))
    .join(' · ');
  return (
    <ScreenFrame
      title={t('title')}
      sentence={registry.value === null || empty ? '' : sentence}
      actions={
        <>
          <Button
            leftSection={<IconClipboard size={16} />}
            disabled={broken}
            onClick={() => open({ kind: 'add', tab: 'paste' })}
          >
            {t('paste')}
          </Button>
          <Button
            variant={empty ? 'default' : 'filled'}
            leftSection={<IconPlus size={16} />}
            disabled={broken}
            onClick={() => open({ kind: 'add', tab: 'form' })}
          >
            {t('add')}
          </Button>
        </>
      }
      {...(servers.length === 0
        ? {}
        : {
            bar: (
              <Group gap="sm">
                <TextInput
                  ref={field}
                  type="search"
                  className={classes.search ?? ''}
                  leftSection={<IconSearch size={16} />}
                  placeholder={t('search')}
                  aria-label={t('search')}
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                />
                <Chip.Group
                  value={filter}
                  onChange={(value) => {
                    const next = FILTERS.find((one) => one === value);
                    if (next !== undefined) setFilter(next);
                  }}
                >
                  <Group gap={4} role="radiogroup" aria-label={t('filter.label')}>
                    {FILTERS.map((one) => (
                      <Chip key={one} value={one} size="xs" variant="light" color="gray">
                        {t(`filter.${one}`)}
                        {one !== 'all' && counts[one] > 0 && ` ${counts[one]}`}
                      </Chip>
                    ))}
                  </Group>
                </Chip.Group>
              </Group>
            ),
          })}
    >
      <Stack gap="sm">
        {registry.failure !== null && (
          <FailureNote failure={registry.failure} retry={registry.again} />
        )}
        {registry.value !== null && <RegistryBanner registry={registry.value} />}
        <TrustBanner />
        {registry.value === null && registry.failure === null && <Skeletons />}
        {empty && !broken && <FirstRun />}
        {servers.length > 0 && shown.length === 0 && (
          <EmptyState
            icon={<IconFilterOff size={32} stroke={1.3} />}
            title={t('noMatch')}
            action={
              <Button
                onClick={() => {
                  setSearch('');
                  setFilter('all');
                }}
              >
                {t('clearFilter')}
              </Button>
            }
          >
            {t('noMatchHint')}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <ul className={classes.cards} aria-label={t('servers')}>
            {shown.map(({ server }) => (
              <ServerCard key={server.id} server={server} />
            ))}
          </ul>
        )}
      </Stack>
    </ScreenFrame>
  );
}

function Skeletons() {
  const { t } = useTranslation();
  return (
    <div className={classes.cards} role="status" aria-label={t('loading')}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} height={96} radius="md" />
      ))}
    </div>
  );
}
