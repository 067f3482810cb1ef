import { Button, Checkbox, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { ArgvList } from '../confirm/argv-list.tsx';
import classes from './candidate-card.module.css';
import type { Choice, ChoiceFault, FoundSecret } from './candidates.ts';

interface Props {
  readonly choice: Choice;
  readonly fault: ChoiceFault | null;
  /** Names that already have a value. */
  readonly stored: readonly string[];
  readonly onChange: (choice: Choice) => void;
}

/** One server of a paste: tick, id, command, and what is to know before it is added. */
export function CandidateCard({ choice, fault, stored, onChange }: Props) {
  const { t } = useTranslation('mcp');
  const { candidate } = choice;
  const { registration } = candidate;
  const name = registration.name === '' ? candidate.source_name : registration.name;
  return (
    <li className={classes.card} data-off={!choice.selected || undefined}>
      <Group gap="sm" align="start" wrap="nowrap">
        <Checkbox
          mt={8}
          checked={choice.selected}
          aria-label={t('adding.select', { name })}
          onChange={(event) => onChange({ ...choice, selected: event.currentTarget.checked })}
        />
        <div className={classes.name}>
          <Text fw={600}>
            <BoundedText text={name} limit={120} />
          </Text>
          <Text size="xs" c="dimmed">
            {t(`transport.${registration.transport}`)}
            {candidate.disabled_in_source && ` · ${t('adding.off')}`}
          </Text>
        </div>
        <TextInput
          w={220}
          classNames={{ input: 'gh-mono-input' }}
          spellCheck={false}
          aria-label={`${t('adding.id')}: ${name}`}
          value={choice.id}
          error={fault === null ? null : t(`adding.fault.${fault}`)}
          onChange={(event) => onChange({ ...choice, id: event.currentTarget.value })}
        />
      </Group>
      {registration.transport === 'stdio' ? (
        <ArgvList argv={choice.argv} />
      ) : (
        <Mono text={registration.url} />
      )}
      {Object.entries(registration.env).length > 0 && (
        <Text size="xs" className="gh-mono">
          <BoundedText
            text={Object.entries(registration.env)
              .map(([key, value]) => `${key}=${value}`)
              .join('\n')}
          />
        </Text>
      )}
      {candidate.suggestions.map((suggestion) => (
        <Group key={`${suggestion.code} ${suggestion.text}`} gap="xs">
          <Text size="sm">
            <BoundedText text={suggestion.text} limit={2000} />
          </Text>
          {suggestion.argv !== undefined &&
            suggestion.argv.join('\n') !== choice.argv.join('\n') && (
              <Button
                size="compact-xs"
                onClick={() => onChange({ ...choice, argv: suggestion.argv ?? choice.argv })}
              >
                {t('adding.suggestionUse')}
              </Button>
            )}
        </Group>
      ))}
      {choice.secrets.map((secret) => (
        <SecretRow
          key={secret.found_as}
          secret={secret}
          replaces={secret.value !== '' && stored.includes(secret.name)}
          onChange={(next) =>
            onChange({
              ...choice,
              secrets: choice.secrets.map((one) => (one === secret ? next : one)),
            })
          }
        />
      ))}
      {candidate.placeholders.length > 0 && (
        <Text size="sm">
          {t('adding.placeholders', { names: candidate.placeholders.join(', ') })}
        </Text>
      )}
      {candidate.not_imported.length > 0 && (
        <Text size="xs" c="dimmed">
          <BoundedText
            text={t('adding.notImported', { names: candidate.not_imported.join(', ') })}
            limit={300}
          />
        </Text>
      )}
    </li>
  );
}

interface SecretRowProps {
  readonly secret: FoundSecret;
  readonly replaces: boolean;
  readonly onChange: (secret: FoundSecret) => void;
}

/** The value stays a password field from the paste to the keychain. */
function SecretRow({ secret, replaces, onChange }: SecretRowProps) {
  const { t } = useTranslation('mcp');
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {t('adding.secretFound')} · {t(`adding.place.${secret.place}`)} ·{' '}
        <BoundedText text={secret.reason} limit={2000} />
      </Text>
      <Group gap="xs" align="start">
        <TextInput
          flex="1 1 180px"
          classNames={{ input: 'gh-mono-input' }}
          spellCheck={false}
          aria-label={t('adding.secretName')}
          value={secret.name}
          onChange={(event) => onChange({ ...secret, name: event.currentTarget.value })}
        />
        <PasswordInput
          flex="1 1 180px"
          autoComplete="off"
          aria-label={`${t('adding.secretValue')}: ${secret.name}`}
          placeholder={t('adding.secretLater')}
          visible={false}
          rightSection={<span />}
          value={secret.value}
          onChange={(event) => onChange({ ...secret, value: event.currentTarget.value })}
        />
      </Group>
      {replaces && (
        <Text size="xs" c="var(--gh-medium)" mt={4}>
          {t('adding.secretReplaces')}
        </Text>
      )}
    </div>
  );
}
