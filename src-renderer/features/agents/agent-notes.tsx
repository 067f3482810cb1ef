import { Alert, Anchor, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { formatRoute } from '../../store/route.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { locale } from './locale.ts';

type Warning = Agent['warnings'][number];

/** What is wrong with an agent, or worth knowing, each with what to do. */
export function AgentNotes({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation('agents');
  const { problem, pending } = agent;
  // That every server is allowed stands above the servers, with the way back.
  const warnings = agent.warnings.filter(({ code }) => code !== 'all_servers');
  return (
    <>
      {problem !== null && (
        <FailureNote failure={problem}>
          <Text size="sm">{t('problemHint', { file: agent.file ?? '' })}</Text>
        </FailureNote>
      )}
      {pending && (
        <Alert variant="default" bg="var(--gh-attention)" p="xs">
          <Text size="sm">
            {t('pendingHint')}{' '}
            <Anchor href={formatRoute('trust')} size="sm" underline="always">
              {t('pendingReview')}
            </Anchor>
          </Text>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert variant="default" bg="var(--gh-attention)" p="xs">
          <List size="sm" listStyleType={warnings.length === 1 ? 'none' : 'disc'}>
            {warnings.slice(0, 50).map((warning) => (
              <List.Item key={`${warning.code} ${warning.text}`}>
                <WarningText warning={warning} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

function WarningText({ warning: { code, params, text } }: { readonly warning: Warning }) {
  const { t } = useTranslation('agents');
  if (!Object.hasOwn(locale.en.warning, code)) return <VisibleText text={text} />;
  const { server = '', tool = '' } = params;
  return <VisibleText text={t(`warning.${code}`, { server, tool })} />;
}
