import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalAnswer } from '../../../src-preload/contract/index.ts';
import type { Guarding } from './use-guard.ts';

interface Props {
  readonly guard: Guarding;
  readonly busy: boolean;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
}

/** The four answers. None has the focus by itself, and none counts while the guard stands. */
export function ApprovalAnswers({ guard, busy, onAnswer }: Props) {
  const { t } = useTranslation('approvals');
  const blocked = busy || !guard.open;
  const give = (answer: ApprovalAnswer) => () => {
    if (!busy && guard.allows()) onAnswer(answer);
  };
  const shared = blocked ? { 'data-disabled': true, 'aria-disabled': true } : {};
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Button {...shared} onClick={give('deny')} miw={88}>
        {t('deny')}
      </Button>
      <Group gap="xs" wrap="nowrap">
        <Menu position="top-end" width={320} returnFocus>
          <Menu.Target>
            <Button {...shared} aria-label={t('more')} rightSection={<IconChevronDown size={14} />}>
              {t('sessionShort')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {(['session', 'always'] as const).map((answer) => (
              <Menu.Item key={answer} onClick={give(answer)}>
                <Text size="sm" fw={600}>
                  {t(answer)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(answer === 'session' ? 'sessionNote' : 'alwaysNote')}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button {...shared} variant="filled" onClick={give('once')} miw={104}>
          {t('once')}
        </Button>
      </Group>
    </Group>
  );
}
