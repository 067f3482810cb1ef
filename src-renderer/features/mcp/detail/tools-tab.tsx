import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconSearch, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Server, Tool } from '../../../../src-preload/contract/index.ts';
import { useRequest } from '../../../bridge.ts';
import { useNavigation } from '../../../store/navigation.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { useSearchKeys } from '../../../ui/use-search-keys.ts';
import { HeldTools } from './held-tools.tsx';
import classes from './server-detail.module.css';
import { ToolPanel } from './tool-panel.tsx';
import { ToolTable } from './tool-table.tsx';
import { isHeld, matchesTool } from './tools.ts';

interface Props {
  readonly server: Server;
  /** Name of the tool that the panel shows. */
  readonly picked: string | null;
  /** Shows what is held, with what changed, instead of the table. */
  readonly review: boolean;
}

/** All tools as a table; a picked one opens beside it. */
export function ToolsTab({ server, picked, review }: Props) {
  const { t } = useTranslation('mcp');
  const go = useNavigation((navigation) => navigation.go);
  const { id } = server;
  const tools = useRequest(
    'tool/list',
    { server_id: id },
    {
      events: ['server/changed', 'trust/changed'],
      when: (event) => event.name !== 'server/changed' || [null, id].includes(event.body.id),
    },
  );
  const [search, setSearch] = useState('');
  const field = useSearchKeys();
  if (tools.failure !== null) {
    return (
      <div className={classes.page}>
        <FailureNote failure={tools.failure} retry={tools.again} />
      </div>
    );
  }
  if (tools.value === null) {
    return (
      <div className={classes.page}>
        {[0, 1, 2, 3].map((place) => (
          <Skeleton key={place} height={32} />
        ))}
      </div>
    );
  }
  const all = tools.value;
  if (all.length === 0) return <NoTools server={server} />;
  if (review) return <HeldTools server={server} tools={all} onChanged={tools.again} />;
  const shown = all.filter((tool) => matchesTool(tool, search));
  const held = all.filter(isHeld);
  const open = all.find((tool) => tool.name === picked);
  return (
    <div className={classes.split} data-open={open !== undefined || undefined}>
      <div className={classes.left}>
        <div className={classes.bar}>
          <TextInput
            ref={field}
            type="search"
            flex="0 1 260px"
            leftSection={<IconSearch size={16} />}
            placeholder={t('detail.tools.search')}
            aria-label={t('detail.tools.search')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {held.length > 0 && (
            <Button onClick={() => go('mcp', [id, 'tools'], { review: 'held' })}>
              {t('detail.tools.reviewAll', { count: held.length })}
            </Button>
          )}
        </div>
        <ToolTable
          label={t('detail.tools.label', { name: server.registration.name })}
          tools={shown}
          picked={open?.name ?? null}
          onPick={(tool: Tool) => go('mcp', [id, 'tools', tool.name])}
        />
      </div>
      {open !== undefined && (
        <ToolPanel
          key={open.name}
          tool={open}
          onClose={() => go('mcp', [id, 'tools'])}
          onChanged={tools.again}
        />
      )}
    </div>
  );
}

function NoTools({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const known = server.tools !== null;
  return (
    <EmptyState
      icon={<IconTool size={32} stroke={1.3} />}
      title={t(known ? 'detail.tools.noneOffered' : 'detail.tools.none')}
    >
      {t(known ? 'detail.tools.noneOfferedHint' : 'detail.tools.noneHint')}
    </EmptyState>
  );
}
