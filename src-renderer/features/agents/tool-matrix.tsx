import { Button, Chip, Group, Text, TextInput } from '@mantine/core';
import { IconSearch, IconTool } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { useRequest } from '../../bridge.ts';
import { formatRoute } from '../../store/route.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSearchKeys } from '../../ui/use-search-keys.ts';
import { isAllowed } from './allowed-tools.ts';
import { MatrixGrid } from './matrix-grid.tsx';
import { matrixRows } from './matrix-rows.ts';
import classes from './tool-matrix.module.css';
import { useAllowed } from './use-allowed.ts';

/** Every server and its tools, ticked where the agent may use them; a tick is saved at once. */
export function ToolMatrix({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation('agents');
  const events = ['server/changed', 'trust/changed'] as const;
  const registry = useRequest('server/list', {}, { events });
  const tools = useRequest('tool/list', {}, { events });
  const allowing = useAllowed(agent);
  const { allowed } = allowing;
  const [search, setSearch] = useState('');
  const [onlyAllowed, setOnlyAllowed] = useState(false);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const field = useSearchKeys();
  const servers = registry.value?.servers;
  const known = tools.value;
  const rows = useMemo(
    () =>
      matrixRows({
        servers: servers ?? [],
        tools: known ?? [],
        allowed,
        open,
        search,
        onlyAllowed,
      }),
    [servers, known, allowed, open, search, onlyAllowed],
  );
  const count = useMemo(() => countAllowed(known ?? [], allowed), [known, allowed]);
  const failure = registry.failure ?? tools.failure;
  const loaded = servers !== undefined && known !== null;
  if (failure !== null)
    return (
      <div className={classes.note}>
        <FailureNote
          failure={failure}
          retry={() => {
            registry.again();
            tools.again();
          }}
        />
      </div>
    );
  if (loaded && servers.length === 0 && Object.keys(allowed).length === 0)
    return (
      <EmptyState
        icon={<IconTool size={32} stroke={1.3} />}
        title={t('matrix.noServers')}
        action={
          <Button component="a" href={formatRoute('mcp')}>
            {t('matrix.toServers')}
          </Button>
        }
      >
        {t('matrix.noServersHint')}
      </EmptyState>
    );
  const nothing = Object.keys(allowed).length === 0;
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          ref={field}
          type="search"
          flex="0 1 260px"
          leftSection={<IconSearch size={16} />}
          placeholder={t('matrix.search')}
          aria-label={t('matrix.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Chip
          size="xs"
          variant="light"
          color="gray"
          checked={onlyAllowed}
          onChange={setOnlyAllowed}
        >
          {t('matrix.onlyAllowed')}
        </Chip>
        <Group gap="xs" ml="auto">
          <Text size="xs" c="dimmed" role="status">
            {allowing.saving ? t('matrix.saving') : t('matrix.count', { count })}
          </Text>
        </Group>
      </div>
      {loaded && nothing && (
        <Text size="sm" className={classes.teach ?? ''}>
          {t('matrix.nothing')}
        </Text>
      )}
      {allowed['*'] !== undefined && (
        <div className={classes.teach}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {t('matrix.everywhere')}
              {!allowed['*'].includes('*') && <> {patterns(allowed['*'])}</>}
            </Text>
            <Button size="compact-sm" onClick={() => allowing.change('*', () => [])}>
              {t('matrix.notEverywhere')}
            </Button>
          </Group>
        </div>
      )}
      {allowing.failure !== null && (
        <div className={classes.note}>
          <FailureNote failure={allowing.failure} />
        </div>
      )}
      {loaded && rows.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.note ?? ''}>
          {t('matrix.noMatch')}
        </Text>
      )}
      {rows.length > 0 && (
        <MatrixGrid
          label={t('matrix.label', { name: agent.name })}
          rows={rows}
          onOpen={(id, isOpen) =>
            setOpen((before) => {
              const after = new Set(before);
              if (isOpen) after.add(id);
              else after.delete(id);
              return after;
            })
          }
          onChange={allowing.change}
        />
      )}
    </>
  );
}

const patterns = (globs: readonly string[]): string => globs.join(', ').slice(0, 200);

function countAllowed(
  tools: readonly { readonly server_id: string; readonly name: string }[],
  allowed: Agent['servers'],
): number {
  const everywhere = allowed['*'] ?? [];
  return tools.filter(({ server_id, name }) =>
    isAllowed([...(allowed[server_id] ?? []), ...everywhere], name),
  ).length;
}
