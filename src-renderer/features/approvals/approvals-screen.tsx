import { Anchor, Skeleton, Stack, Title } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAction, useRequest } from '../../bridge.ts';
import { useNavigation } from '../../store/navigation.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ScreenFrame } from '../../ui/screen-frame.tsx';
import { RecentDecisions } from './recent-decisions.tsx';
import { RememberedAnswers } from './remembered-answers.tsx';
import { WaitingApprovals } from './waiting-approvals.tsx';

/** What waits for an answer, what runs on an earlier one, and what was decided lately. Answers are given in the approval window only. */
export function ApprovalsScreen() {
  const { t } = useTranslation('approvals');
  const go = useNavigation((navigation) => navigation.go);
  const asked = useRequest('approvals/list', {}, { events: ['approvals/changed'] });
  const opening = useAction('approvals/open');
  const waiting = asked.value ?? [];
  return (
    <ScreenFrame
      title={useTranslation('shared').t('screen.approvals')}
      sentence={
        asked.value === null
          ? ''
          : waiting.length === 0
            ? t('noneWait')
            : t('waits', { count: waiting.length })
      }
    >
      <Stack gap="md">
        {asked.failure !== null && <FailureNote failure={asked.failure} retry={asked.again} />}
        {opening.failure !== null && <FailureNote failure={opening.failure} />}
        {asked.loading && asked.value === null && <Skeleton h={64} />}
        {asked.value !== null && waiting.length === 0 && (
          <EmptyState icon={<IconShieldQuestion size={32} />} title={t('noWaiting')}>
            {t('noWaitingNote')}
          </EmptyState>
        )}
        {waiting.length > 0 && (
          <WaitingApprovals
            waiting={waiting}
            busy={opening.busy}
            onAnswer={() => void opening.run({})}
          />
        )}
        <section>
          <Title order={2} mb="xs">
            {t('remembered')}
          </Title>
          <RememberedAnswers />
        </section>
        <section>
          <Title order={2} mb="xs">
            {t('recent')}
          </Title>
          <RecentDecisions />
          <Anchor
            component="button"
            type="button"
            size="sm"
            mt="xs"
            onClick={() => go('journal', [], { q: 'kind:call_decided' })}
          >
            {t('toJournal')}
          </Anchor>
        </section>
      </Stack>
    </ScreenFrame>
  );
}
