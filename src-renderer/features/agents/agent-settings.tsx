import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Agent, RequestInput } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';
import { Mono } from '../../ui/mono.tsx';
import { ChoiceSetting } from '../settings/choice-setting.tsx';
import { NumberSetting } from '../settings/number-setting.tsx';
import type { Saving } from '../settings/use-saving.ts';
import classes from './agents-screen.module.css';
import { RemoveAgent } from './remove-agent.tsx';
import { TextSetting } from './text-setting.tsx';

const WAYS = ['allow', 'ask', 'deny'] as const;
const HIGH_WAYS = ['ask', 'deny'] as const;
const PREFIXES = ['server', 'none'] as const;
const YES_NO = ['no', 'yes'] as const;

const wayOf = <T extends string>(ways: readonly T[], way: string, strictest: T): T =>
  ways.find((one) => one === way) ?? strictest;

/** How an agent's calls are decided, and what bounds them; each is saved as it is changed. */
export function AgentSettings({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation(['agents', 'shared']);
  const { name, approval } = agent;
  const set = (saving: Saving, changes: RequestInput<'agent/set'>['changes']) =>
    void saving.track(() => send('agent/set', { name, changes }));
  const ways = <T extends (typeof WAYS)[number]>(all: readonly T[]) =>
    all.map((value) => ({ value, label: t(`ways.${value}`) }));
  return (
    <div className={classes.page}>
      <section className={classes.rows} aria-labelledby="agent-approval">
        <Title order={3} id="agent-approval">
          {t('settings.approval')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('settings.approvalHint')}
        </Text>
        <ChoiceSetting
          label={t('shared:riskLabel.low')}
          value={wayOf(WAYS, approval.low, 'deny')}
          options={ways(WAYS)}
          onSave={(saving, low) => set(saving, { approval: { low } })}
        />
        <ChoiceSetting
          label={t('shared:riskLabel.medium')}
          value={wayOf(WAYS, approval.medium, 'deny')}
          options={ways(WAYS)}
          onSave={(saving, medium) => set(saving, { approval: { medium } })}
        />
        <ChoiceSetting
          label={t('shared:riskLabel.high')}
          about={t('settings.highHint')}
          value={wayOf(HIGH_WAYS, approval.high, 'deny')}
          options={ways(HIGH_WAYS)}
          onSave={(saving, high) => set(saving, { approval: { high } })}
        />
      </section>
      <section className={classes.rows} aria-labelledby="agent-limits">
        <Title order={3} id="agent-limits">
          {t('settings.limits')}
        </Title>
        <TextSetting
          label={t('settings.roots')}
          about={t('settings.rootsHint')}
          lines
          value={agent.roots.join('\n')}
          onSave={(saving, text) => set(saving, { roots: linesOf(text) })}
        />
        <TextSetting
          label={t('settings.hosts')}
          about={t('settings.hostsHint')}
          lines
          value={agent.hosts.join('\n')}
          onSave={(saving, text) => set(saving, { hosts: linesOf(text) })}
        />
        <NumberSetting
          label={t('settings.inline')}
          about={t('settings.inlineHint')}
          unit={t('settings.chars')}
          value={agent.limits.result_inline_chars}
          min={1}
          max={10_000_000}
          onSave={(saving, result_inline_chars) => set(saving, { result_inline_chars })}
        />
        <ChoiceSetting
          label={t('settings.sampling')}
          about={t('settings.samplingHint')}
          value={agent.sampling ? 'yes' : 'no'}
          options={YES_NO.map((value) => ({ value, label: t(`settings.${value}`) }))}
          onSave={(saving, value) => set(saving, { sampling: value === 'yes' })}
        />
      </section>
      <section className={classes.rows} aria-labelledby="agent-profile">
        <Title order={3} id="agent-profile">
          {t('settings.profile')}
        </Title>
        <TextSetting
          label={t('new.description')}
          about={t('new.descriptionHint')}
          value={agent.description}
          onSave={(saving, description) => set(saving, { description })}
        />
        <ChoiceSetting
          label={t('settings.prefix')}
          about={t('settings.prefixHint')}
          value={agent.prefix}
          options={PREFIXES.map((value) => ({ value, label: t(`settings.prefixes.${value}`) }))}
          onSave={(saving, prefix) => set(saving, { prefix })}
        />
        {agent.file !== null && (
          <Text size="xs" c="dimmed" component="div">
            {t('settings.file')} <Mono text={agent.file} />
          </Text>
        )}
      </section>
      <RemoveAgent agent={agent} />
    </div>
  );
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
