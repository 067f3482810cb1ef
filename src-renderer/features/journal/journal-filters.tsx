import { ActionIcon, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequest } from '../../bridge.ts';
import { FilterChip } from './filter-chip.tsx';
import {
  type FilterProblem,
  formatFilter,
  isRisk,
  type JournalQuery,
  parseFilter,
} from './filter-text.ts';
import { useJournalWords } from './journal-words.ts';
import { isKind, PICKED_KINDS } from './kinds.ts';

interface Props {
  readonly text: string;
  readonly problems: readonly FilterProblem[];
  readonly onChange: (text: string) => void;
}

const DECISIONS = ['allow', 'once', 'session', 'always', 'deny', 'expired', 'cancelled'] as const;
const OUTCOMES = ['answered', 'not_sent', 'unknown'] as const;
const TIMES = ['1h', 'today', '24h', '7d'] as const;
const RISKS = ['low', 'medium', 'high'] as const;
const BAD = { kind: 'badKind', time: 'badTime', risk: 'badRisk' } as const;
/** Items of a menu; the rest is typed. */
const MOST_TOOLS = 200;
const TYPING_MS = 250;
const isTime = (text: string): text is (typeof TIMES)[number] =>
  TIMES.some((time) => time === text);

/** Chips for what is picked often, and the same filter as text that can be typed, copied and pasted. */
export function JournalFilters({ text, problems, onChange }: Props) {
  const { t } = useTranslation('journal');
  const shared = useTranslation('shared').t;
  const words = useJournalWords();
  const { query } = parseFilter(text);
  const servers = useRequest('server/list', {}, { events: ['server/changed'] });
  const agents = useRequest('agent/list', {}, { events: ['agents/changed'] });
  const clients = useRequest('client/list', {}, { events: ['clients/changed'] });
  const tools = useRequest('tool/list', query.server === '' ? null : { server_id: query.server });
  const all = clients.value ?? [];
  const set = (changes: Partial<JournalQuery>) => onChange(formatFilter({ ...query, ...changes }));
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return (
    <>
      <FilterText text={text} onChange={onChange} />
      {problems.map(({ token, problem }) => (
        <Text
          key={`${problem} ${token}`}
          size="xs"
          c="var(--mantine-color-error)"
          role="alert"
          mt={4}
        >
          {t(BAD[problem], { token })}
        </Text>
      ))}
      <Group gap={6} mt={6}>
        <FilterChip
          name={t('field.kind')}
          value={query.kinds.map(words.kind).join(', ')}
          picked={query.kinds[0] ?? ''}
          options={PICKED_KINDS.map((kind) => ({ value: kind, label: words.kind(kind) }))}
          onPick={(kind) => set({ kinds: isKind(kind) ? [kind] : [] })}
        />
        <FilterChip
          name={t('field.server')}
          value={query.server}
          picked={query.server}
          options={(servers.value?.servers ?? []).map(({ id, registration }) => ({
            value: id,
            label: registration.name === '' ? id : registration.name,
          }))}
          onPick={(server) => set({ server, tool: '' })}
        />
        {(query.server !== '' || query.tool !== '') && (
          <FilterChip
            name={t('field.tool')}
            value={query.tool}
            picked={query.tool}
            options={plain((tools.value ?? []).map(({ name }) => name).slice(0, MOST_TOOLS))}
            onPick={(tool) => set({ tool })}
          />
        )}
        <FilterChip
          name={t('field.agent')}
          value={query.agent}
          picked={query.agent}
          options={plain((agents.value ?? []).map(({ name }) => name))}
          onPick={(agent) => set({ agent })}
        />
        <FilterChip
          name={t('field.client')}
          value={all.find(({ id }) => id === query.client)?.label ?? query.client}
          picked={query.client}
          options={all
            .filter(({ agent }) => query.agent === '' || agent === query.agent)
            .map(({ id, label, agent }) => ({ value: id, label: `${label} · ${agent}` }))}
          onPick={(client) => set({ client })}
        />
        <FilterChip
          name={t('field.decision')}
          value={query.decision === '' ? '' : words.decision(query.decision)}
          picked={query.decision}
          options={DECISIONS.map((value) => ({ value, label: words.decision(value) }))}
          onPick={(decision) => set({ decision })}
        />
        <FilterChip
          name={t('field.outcome')}
          value={query.outcome === '' ? '' : words.outcome(query.outcome, false)}
          picked={query.outcome}
          options={OUTCOMES.map((value) => ({ value, label: words.outcome(value, false) }))}
          onPick={(outcome) => set({ outcome })}
        />
        <FilterChip
          name={t('field.risk')}
          value={isRisk(query.risk) ? shared(`risk.${query.risk}`) : ''}
          picked={query.risk}
          options={RISKS.map((value) => ({ value, label: shared(`risk.${value}`) }))}
          onPick={(risk) => set({ risk })}
        />
        <FilterChip
          name={t('field.since')}
          value={isTime(query.since) ? t(`since.${query.since}`) : query.since}
          picked={query.since}
          options={TIMES.map((value) => ({ value, label: t(`since.${value}`) }))}
          onPick={(since) => set({ since })}
        />
      </Group>
    </>
  );
}

function FilterText({ text, onChange }: Omit<Props, 'problems'>) {
  const { t } = useTranslation('journal');
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (next: string, wait: number) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), wait);
  };
  return (
    <TextInput
      aria-label={t('filter')}
      placeholder={t('filterHint')}
      leftSection={<IconFilter size={14} />}
      value={typed}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onChange={(event) => say(event.currentTarget.value, TYPING_MS)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') say(typed, 0);
        if (event.key === 'Escape' && typed !== '') say('', 0);
      }}
      rightSection={
        typed !== '' && (
          <Tooltip label={t('clear')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              c="dimmed"
              size="sm"
              aria-label={t('clear')}
              onClick={() => say('', 0)}
            >
              <IconX size={14} />
            </ActionIcon>
          </Tooltip>
        )
      }
    />
  );
}
