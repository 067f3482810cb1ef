import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tool } from '../../../src-preload/contract/index.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { assembleForm, checkWhole } from './assemble.ts';
import { type Draft, fieldsDraft, firstFields } from './drafts.ts';
import { FailedCall } from './failed-call.tsx';
import { FieldsView } from './fields-view.tsx';
import { JsonField } from './json-field.tsx';
import { problemsBy, problemText } from './problems.ts';
import { readSchema } from './read-schema.ts';
import { ResultView } from './result-view.tsx';
import { RunBar } from './run-bar.tsx';
import classes from './try-it.module.css';
import { useCall } from './use-call.ts';

/** Calls one tool by hand: a form made from its schema, the arguments as they go, and what came back. */
export function TryIt({ tool }: { readonly tool: Tool }) {
  return <Trying key={`${tool.server_id} ${tool.name} ${tool.pin}`} tool={tool} />;
}

function Trying({ tool }: { readonly tool: Tool }) {
  const { t } = useTranslation('try-it');
  const form = useMemo(() => readSchema(tool.inputSchema), [tool.inputSchema]);
  const [draft, setDraft] = useState<Draft>(() => firstFields(form.fields));
  const [whole, setWhole] = useState<string | null>(
    form.more > 0 && form.fields.length === 0 ? '{}' : null,
  );
  const [misfit, setMisfit] = useState(false);
  const [tried, setTried] = useState(false);
  const calling = useCall(tool);
  const id = useId();

  const assembled = useMemo(
    () => (whole === null ? assembleForm(form, draft) : checkWhole(whole)),
    [form, draft, whole],
  );
  const text = assembled.text ?? '{}';
  const problems = problemsBy(assembled.problems, tried);

  const toForm = () => {
    const fitting =
      checkWhole(whole ?? '').problems.length === 0 ? parsedFields(whole ?? '') : null;
    const fitted = fitting === null ? null : fieldsDraft(form.fields, fitting);
    setMisfit(fitted === null);
    if (fitted === null) return;
    setDraft(fitted);
    setWhole(null);
  };
  const run = () => {
    setTried(true);
    if (assembled.problems.length === 0) calling.run(text);
  };
  const ready = tool.state !== 'quarantined';
  const { state } = calling;
  return (
    <Stack gap="sm">
      {tool.state !== 'accepted' && (
        <Text size="sm" c="dimmed">
          {t(ready ? 'held' : 'quarantined')}
        </Text>
      )}
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-label={t('mode')}
        value={whole === null ? 'form' : 'json'}
        onChange={(mode) => (mode === 'json' ? setWhole(text) : toForm())}
        data={[
          { value: 'form', label: t('form') },
          { value: 'json', label: t('json') },
        ]}
      />
      {misfit && whole !== null && (
        <Text size="sm" role="alert">
          {t('notForm')}
        </Text>
      )}
      {whole !== null ? (
        <div className={classes.form}>
          <JsonField id={id} label={t('arguments')} text={whole} rows={6} onChange={setWhole} />
          {assembled.problems.map((problem) => (
            <div key={problem.code} className={classes.error} role="alert">
              {problemText(t, problem)}
            </div>
          ))}
        </div>
      ) : (
        <>
          {form.fields.length === 0 && form.more === 0 && (
            <Text size="sm" c="dimmed">
              {t('noArguments')}
            </Text>
          )}
          {draft.kind === 'fields' && (
            <FieldsView
              fields={form.fields}
              drafts={draft.fields}
              path=""
              problems={problems}
              onChange={(fields) => setDraft({ kind: 'fields', fields })}
            />
          )}
          {form.more > 0 && (
            <Text size="sm" c="dimmed">
              {t('more', { count: form.more })}
            </Text>
          )}
          <details>
            <summary className={classes.summary}>{t('preview')}</summary>
            <div className={classes.bar} style={{ alignItems: 'start' }}>
              <pre className={`${classes.preview} gh-mono`} style={{ flex: 1 }}>
                <BoundedText text={text} limit={4000} />
              </pre>
              <CopyButton value={text} />
            </div>
          </details>
        </>
      )}
      <RunBar
        calling={calling}
        disabled={!ready}
        wrong={tried ? assembled.problems.length : 0}
        onRun={run}
      />
      {state.kind === 'done' &&
        (state.answer.ok ? (
          <ResultView key={state.answer.value.call_id} answered={state.answer.value} />
        ) : (
          <FailedCall serverId={tool.server_id} failure={state.answer.failure} />
        ))}
    </Stack>
  );
}

function parsedFields(text: string): Record<string, unknown> | null {
  const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}
