import { Alert, Button, Popover, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../src-preload/contract/index.ts';
import { useAction } from '../../bridge.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';

type Verdict = RequestOutput<'journal/verify'>;
const SHOWN = 50;

/** Checks the whole chain and says what it found. */
export function JournalVerify() {
  const { t } = useTranslation('journal');
  const verifying = useAction('journal/verify');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const open = verdict !== null || verifying.failure !== null;
  const run = async () => {
    const answer = await verifying.run({});
    setVerdict(answer.ok ? answer.value : null);
  };
  const close = () => {
    setVerdict(null);
    verifying.clear();
  };
  return (
    <Popover
      opened={open}
      onChange={(next) => !next && close()}
      position="bottom-end"
      width={380}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          leftSection={<IconShieldCheck size={16} />}
          disabled={verifying.busy}
          onClick={() => void run()}
        >
          {t(verifying.busy ? 'verifying' : 'verify')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        {verifying.failure !== null && <FailureNote failure={verifying.failure} />}
        {verdict !== null && (
          <Alert
            role="status"
            variant="transparent"
            p={4}
            icon={
              verdict.intact ? (
                <IconShieldCheck size={20} color="var(--gh-low)" />
              ) : (
                <IconShieldX size={20} color="var(--gh-high)" />
              )
            }
          >
            <Text size="sm" fw={600} tabIndex={-1} data-autofocus>
              {verdict.intact ? t('intact', { count: verdict.entries }) : t('broken')}
            </Text>
            {verdict.problems.slice(0, SHOWN).map((problem) => (
              <Text size="sm" key={`${problem.seq} ${problem.message}`}>
                <VisibleText
                  text={
                    problem.seq === null
                      ? problem.message
                      : t('problemAt', { seq: problem.seq, message: problem.message })
                  }
                />
              </Text>
            ))}
          </Alert>
        )}
        <Button variant="subtle" fullWidth onClick={close}>
          {t('hideVerdict')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
