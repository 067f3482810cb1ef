import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalAnswer } from '../../../src-preload/contract/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ApprovalAnswers } from './approval-answers.tsx';
import { useAction, useRequest } from './approval-door.ts';
import { ApprovalQuestion } from './approval-question.tsx';
import { emptyQueue, position, stepped, withAnswer, withWaiting } from './approval-queue.ts';
import classes from './approval-window.module.css';
import { useGuard } from './use-guard.ts';

/** One question at a time, oldest first; answers, or puts off. */
export function ApprovalWindow() {
  const { t } = useTranslation('approvals');
  const shared = useTranslation('shared').t;
  const asked = useRequest('approvals/list', {}, { events: ['approvals/changed'] });
  const answering = useAction('approvals/answer');
  const [queue, setQueue] = useState(emptyQueue);
  const list = asked.value;
  useEffect(() => {
    if (list !== null) setQueue((before) => withWaiting(before, list, Date.now()));
  }, [list]);
  const { shown, ended } = queue;
  const guard = useGuard(shown?.id ?? null);

  const answer = async (given: ApprovalAnswer) => {
    if (shown === null) return;
    const reply = await answering.run({ id: shown.id, answer: given });
    if (reply.ok) setQueue((before) => withAnswer(before, shown.id));
    else asked.again();
  };
  const step = (by: 1 | -1) => {
    answering.clear();
    setQueue((before) => stepped(before, by));
  };
  const place = position(queue);
  if (shown === null)
    return (
      <main className={classes.window}>
        <h1 className="gh-hidden">{shared('screen.approvals')}</h1>
        {asked.failure !== null ? (
          <FailureNote failure={asked.failure} retry={asked.again} />
        ) : (
          !asked.loading && (
            <EmptyState icon={<IconCircleCheck size={32} />} title={t('nothing')}>
              {t('nothingNote')}
            </EmptyState>
          )
        )}
      </main>
    );
  return (
    <main className={classes.window}>
      {place !== null && place.of > 1 && (
        <div className={classes.queue}>
          <StepButton label={t('previous')} onClick={() => step(-1)}>
            <IconChevronLeft size={14} />
          </StepButton>
          <span aria-live="polite">{t('queue', place)}</span>
          <StepButton label={t('next')} onClick={() => step(1)}>
            <IconChevronRight size={14} />
          </StepButton>
        </div>
      )}
      <ApprovalQuestion approval={shown} ended={ended} />
      <footer className={classes.foot}>
        {answering.failure !== null && <FailureNote failure={answering.failure} />}
        {ended === null ? (
          <ApprovalAnswers
            guard={guard}
            busy={answering.busy}
            onAnswer={(given) => void answer(given)}
          />
        ) : (
          <>
            <div role="status" className={classes.ended}>
              {t(ended === 'expired' ? 'endedExpired' : 'endedGone')}
            </div>
            <Group justify="flex-end">
              <Button onClick={() => step(1)}>
                {t(queue.waiting.length > 0 ? 'showNext' : 'dismiss')}
              </Button>
            </Group>
          </>
        )}
        <Small />
      </footer>
    </main>
  );
}

function Small() {
  const { t } = useTranslation('approvals');
  const status = useRequest(
    'status/show',
    {},
    { events: ['approvals/changed', 'settings/changed'] },
  );
  const pausing = useAction('calls/pause');
  const paused = status.value?.paused === true;
  const pause = async () => {
    await pausing.run({});
    status.again();
  };
  return (
    <>
      {pausing.failure !== null && <FailureNote failure={pausing.failure} />}
      <div className={classes.small}>
        <span>{t('closing')}</span>
        {paused ? (
          <span role="status">{t('paused')}</span>
        ) : (
          <Anchor
            component="button"
            type="button"
            size="xs"
            flex="none"
            disabled={pausing.busy}
            onClick={() => void pause()}
          >
            {t('pause')}
          </Anchor>
        )}
      </div>
    </>
  );
}

interface StepProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function StepButton({ label, onClick, children }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="sm"
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
