import { Skeleton, Switch, Text } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../../src-preload/contract/index.ts';
import { send, useBridgeEvent } from '../../../bridge.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { appendLines, type Log } from './log-lines.ts';
import classes from './log-tab.module.css';
import detail from './server-detail.module.css';

/** What the server writes to stderr, live, bounded; stays at the end while it follows. */
export function LogTab({ id }: { readonly id: string }) {
  const { t } = useTranslation('mcp');
  const { log, failure, again } = useLog(id);
  const [follow, setFollow] = useState(true);
  if (failure !== null) {
    return (
      <div className={detail.page}>
        <FailureNote failure={failure} retry={again} />
      </div>
    );
  }
  if (log === null) {
    return (
      <div className={detail.page}>
        <Skeleton height={200} />
      </div>
    );
  }
  if (log.lines.length === 0) {
    return (
      <EmptyState icon={<IconTerminal2 size={32} stroke={1.3} />} title={t('detail.log.none')}>
        {t('detail.log.noneHint')}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={detail.bar}>
        <Switch
          label={t('detail.log.follow')}
          checked={follow}
          onChange={(event) => setFollow(event.currentTarget.checked)}
        />
        <CopyButton value={log.lines.join('\n')} label={t('detail.log.copy')} />
        {log.dropped > 0 && (
          <Text size="xs" c="dimmed">
            {t('detail.log.dropped', { count: log.dropped })}
          </Text>
        )}
      </div>
      <Lines
        lines={log.lines}
        first={log.dropped}
        follow={follow}
        onLeave={() => setFollow(false)}
      />
    </>
  );
}

/** The kept log, then every new line. Lines that arrive before the answer are in the answer. */
function useLog(id: string) {
  const [log, setLog] = useState<Log | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = async () => {
    setFailure(null);
    const answer = await send('server/log', { id });
    if (answer.ok)
      setLog(appendLines({ lines: [], dropped: answer.value.dropped }, answer.value.lines));
    else setFailure(answer.failure);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once per server
  useEffect(() => void ask(), [id]);
  useBridgeEvent('log/line', (body) => {
    if (body.id === id) setLog((before) => before && appendLines(before, [body.line]));
  });
  return { log, failure, again: () => void ask() };
}

interface LinesProps {
  readonly lines: readonly string[];
  /** Number of the first line. */
  readonly first: number;
  readonly follow: boolean;
  readonly onLeave: () => void;
}

function Lines({ lines, first, follow, onLeave }: LinesProps) {
  const { t } = useTranslation('mcp');
  const scroll = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 20,
    overscan: 20,
    getItemKey: (index) => first + index,
  });
  const last = first + lines.length;
  const height = virtual.getTotalSize();
  useEffect(() => {
    // Lines are measured after they are drawn, so the end moves: every new height goes there again.
    if (follow && last > 0 && height > 0) scroll.current?.scrollTo({ top: height });
  }, [follow, last, height]);
  return (
    <section
      ref={scroll}
      className={classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t('detail.log.label')}
      onWheel={(event) => {
        if (event.deltaY < 0) onLeave();
      }}
    >
      <div style={{ height, position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className={classes.line}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <VisibleText text={lines[item.index] ?? ''} />
          </div>
        ))}
      </div>
    </section>
  );
}
