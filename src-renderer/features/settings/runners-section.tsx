import { Button, CloseButton, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../../ui/failure-note.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { RiskNote } from './risk-note.tsx';
import { isRunnerPath, runnerProblem } from './runner-name.ts';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';
import { useSaving } from './use-saving.ts';

/** The programs that may start a server. */
export function RunnersSection({ runners }: { readonly runners: readonly string[] }) {
  const { t } = useTranslation('settings');
  const saving = useSaving();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const problem = runnerProblem(typed, runners);
  const add = async () => {
    setTried(true);
    if (problem !== null) return;
    if (await saving.save({ runners: [...runners, typed.trim()] })) {
      setTyped('');
      setTried(false);
    }
  };
  const remove = (name: string) =>
    void saving.save({ runners: runners.filter((runner) => runner !== name) });
  return (
    <SettingsSection name="runners">
      <Text size="sm">{t('runners.about')}</Text>
      <Text size="xs" component="div">
        <RiskNote on={false}>{t('runners.risk')}</RiskNote>
      </Text>
      <ul className={classes.runners} aria-label={t('runners.list')}>
        {runners.map((name) => (
          <li key={name} className={classes.runner}>
            <code className="gh-mono">
              <VisibleText text={name} />
            </code>
            {isRunnerPath(name) && (
              <Text size="xs" c="dimmed">
                {t('runners.pathNote')}
              </Text>
            )}
            <CloseButton
              size="xs"
              aria-label={t('runners.remove', { name })}
              onClick={() => remove(name)}
            />
          </li>
        ))}
      </ul>
      <form
        className={classes.addRow}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <TextInput
          flex={1}
          maw={420}
          aria-label={t('runners.name')}
          placeholder={t('runners.name')}
          spellCheck={false}
          value={typed}
          error={tried && problem !== null ? t(`runners.${problem}`) : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t('runners.add')}</Button>
        <span className={classes.saved} role="status">
          {saving.state === 'idle' ? '' : t(saving.state)}
        </span>
      </form>
      {saving.failure !== null && <FailureNote failure={saving.failure} />}
    </SettingsSection>
  );
}
