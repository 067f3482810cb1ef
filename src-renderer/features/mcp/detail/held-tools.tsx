import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure, Server, Tool } from '../../../../src-preload/contract/index.ts';
import { send } from '../../../bridge.ts';
import { formatRoute } from '../../../store/route.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { notifyDone } from '../../../ui/notify.ts';
import { HeldTool } from './held-tool.tsx';
import classes from './held-tools.module.css';
import { isHeld } from './tools.ts';

interface Props {
  readonly server: Server;
  readonly tools: readonly Tool[];
  readonly onChanged: () => void;
}

/** Tools drawn at once. */
const STEP = 50;

/** Every tool that waits for a person, each with what changed in it; accepted one by one or together. */
export function HeldTools({ server, tools, onChanged }: Props) {
  const { t } = useTranslation(['mcp', 'shared']);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [most, setMost] = useState(STEP);
  const held = tools.filter(isHeld);
  const shown = held.slice(0, most);
  /** Each by the pin that was shown: a definition that came since is not accepted with it. */
  const accept = async (those: readonly Tool[]) => {
    setBusy(new Set(those.map(({ name }) => name)));
    setFailure(null);
    for (const { server_id, name: tool, pin } of those) {
      const answer = await send('tool/review', { server_id, tool, pin });
      if (!answer.ok) {
        setFailure(answer.failure);
        break;
      }
      if (those.length === 1) notifyDone(t('detail.tools.accepted', { tool }));
    }
    setBusy(new Set());
    onChanged();
  };
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div>
          <Anchor href={formatRoute('mcp', [server.id, 'tools'])} size="sm" c="dimmed">
            ← {t('detail.tools.backToTools')}
          </Anchor>
          <Title order={2}>{t('detail.tools.reviewTitle')}</Title>
          {held.length > 0 && (
            <Text size="sm" c="dimmed" maw={640}>
              {t('detail.tools.reviewHint')}
            </Text>
          )}
        </div>
        {held.length > 1 && (
          <Button loading={busy.size > 1} onClick={() => void accept(shown)}>
            {t('detail.tools.acceptAll', { count: shown.length })}
          </Button>
        )}
      </div>
      {failure !== null && <FailureNote failure={failure} />}
      {held.length === 0 && (
        <EmptyState
          icon={<IconCircleCheck size={32} stroke={1.3} />}
          title={t('detail.tools.noneHeld')}
        >
          {t('detail.tools.noneHeldHint')}
        </EmptyState>
      )}
      {shown.map((tool) => (
        <HeldTool
          key={tool.name}
          tool={tool}
          busy={busy.has(tool.name)}
          onAccept={() => void accept([tool])}
        />
      ))}
      {held.length > most && (
        <Group>
          <Button onClick={() => setMost(most + STEP)}>
            {t('shared:moreOf', { count: held.length - most })}
          </Button>
        </Group>
      )}
    </div>
  );
}
