import { Alert, List, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Paste } from '../../../../src-preload/contract/index.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import classes from './candidate-card.module.css';
import { CandidateCard } from './candidate-card.tsx';
import { type Choice, choiceFault } from './candidates.ts';

interface Props {
  readonly paste: Paste;
  readonly choices: readonly Choice[];
  readonly onChange: (choices: readonly Choice[]) => void;
  readonly taken: readonly string[];
  readonly stored: readonly string[];
}

const MOST = 200;

/** What a paste holds: servers to tick, and what was not understood with its reason and line. */
export function PasteFindings({ paste, choices, onChange, taken, stored }: Props) {
  const { t } = useTranslation('mcp');
  const { rejected, duplicates, format, candidates } = paste;
  return (
    <>
      <Text size="sm" c="dimmed" aria-live="polite">
        {t('adding.found', { count: candidates.length })}
        {' · '}
        {t('adding.readAs', { format })}
      </Text>
      {duplicates.length > 0 && (
        <Text size="sm">{t('adding.duplicates', { names: duplicates.join(', ') })}</Text>
      )}
      {rejected.length > 0 && (
        <Alert
          variant="default"
          bg="var(--gh-attention)"
          p="sm"
          icon={<IconInfoCircle size={18} color="var(--gh-medium)" />}
          title={t('adding.rejected', { count: rejected.length })}
        >
          <List size="sm" listStyleType="none">
            {rejected.slice(0, MOST).map((entry) => (
              <List.Item key={`${entry.source_name} ${entry.line} ${entry.reason}`}>
                <b>
                  <BoundedText text={entry.source_name} limit={80} />
                </b>
                {entry.line !== undefined && ` (${t('adding.rejectedAt', { line: entry.line })})`}
                {' · '}
                <BoundedText text={entry.reason} limit={2000} />
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <ul className={classes.list}>
        {choices.slice(0, MOST).map((choice) => (
          <CandidateCard
            key={choice.candidate.id}
            choice={choice}
            fault={choiceFault(choice, choices, taken)}
            stored={stored}
            onChange={(next) => onChange(choices.map((one) => (one === choice ? next : one)))}
          />
        ))}
      </ul>
    </>
  );
}
