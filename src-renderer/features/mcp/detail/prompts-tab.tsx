import { Button, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput, Server } from '../../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../../bridge.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { ResultView } from './result-view.tsx';
import classes from './server-detail.module.css';

type Prompt = RequestOutput<'prompt/list'>[number];

/** Ready-made messages of a server, each with a form of its arguments. */
export function PromptsTab({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const prompts = useRequest('prompt/list', { id: server.id }, { events: ['server/changed'] });
  if (prompts.failure !== null || prompts.value === null) {
    return (
      <div className={classes.page}>
        {prompts.failure === null ? (
          <Skeleton height={120} />
        ) : (
          <FailureNote failure={prompts.failure} retry={prompts.again} />
        )}
      </div>
    );
  }
  if (prompts.value.length === 0) {
    return (
      <EmptyState icon={<IconMessage2 size={32} stroke={1.3} />} title={t('detail.prompts.none')}>
        {t('detail.prompts.noneHint')}
      </EmptyState>
    );
  }
  return (
    <div className={classes.page}>
      {prompts.value.slice(0, 300).map((prompt) => (
        <PromptForm key={prompt.name} id={server.id} prompt={prompt} />
      ))}
    </div>
  );
}

function PromptForm({ id, prompt }: { readonly id: string; readonly prompt: Prompt }) {
  const { t } = useTranslation('mcp');
  const get = useAction('prompt/get');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const [result, setResult] = useState<Readonly<Record<string, unknown>> | null>(null);
  const missing = prompt.arguments.some(
    ({ name, required }) => required && (values[name] ?? '') === '',
  );
  const submit = async () => {
    setTried(true);
    if (missing) return;
    const given = Object.entries(values).filter(([, value]) => value !== '');
    const answer = await get.run({ id, name: prompt.name, arguments: Object.fromEntries(given) });
    setResult(answer.ok ? answer.value : null);
  };
  return (
    <section aria-label={prompt.name}>
      <Title order={2} className="gh-mono">
        <VisibleText text={prompt.name.slice(0, 256)} />
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        <BoundedText text={prompt.description} limit={400} />
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="xs" align="start" maw={560}>
          {prompt.arguments.map(({ name, description, required }) => (
            <TextInput
              key={name}
              w="100%"
              label={<VisibleText text={name.slice(0, 128)} />}
              withAsterisk={required}
              description={<VisibleText text={description.slice(0, 400)} />}
              error={
                tried && required && (values[name] ?? '') === ''
                  ? t('detail.prompts.required')
                  : null
              }
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          ))}
          <Button
            type="submit"
            loading={get.busy}
            aria-label={`${t('detail.prompts.get')}: ${prompt.name}`}
          >
            {t('detail.prompts.get')}
          </Button>
        </Stack>
      </form>
      {get.failure !== null && <FailureNote failure={get.failure} />}
      {result !== null && (
        <div style={{ marginTop: 12 }}>
          <ResultView label={prompt.name} result={result} />
        </div>
      )}
    </section>
  );
}
