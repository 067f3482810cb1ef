import { Button, NavLink, Skeleton, Text, TextInput, Title } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Server } from '../../../../src-preload/contract/index.ts';
import { useAction, useRequest } from '../../../bridge.ts';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { ResultView } from './result-view.tsx';
import classes from './server-detail.module.css';

const MOST = 500;

/** What can be read, by a click or by filling in a template. */
export function ResourcesTab({ server }: { readonly server: Server }) {
  const { t } = useTranslation('mcp');
  const { id } = server;
  const offered = useRequest('resource/list', { id }, { events: ['server/changed'] });
  const read = useAction('resource/read');
  const [uri, setUri] = useState('');
  const [shown, setShown] = useState<{ uri: string; result: Record<string, unknown> } | null>(null);
  const load = async (wanted: string) => {
    setUri(wanted);
    setShown(null);
    const answer = await read.run({ id, uri: wanted });
    if (answer.ok) setShown({ uri: wanted, result: answer.value });
  };
  if (offered.failure !== null) {
    return (
      <div className={classes.page}>
        <FailureNote failure={offered.failure} retry={offered.again} />
      </div>
    );
  }
  if (offered.value === null) {
    return (
      <div className={classes.page}>
        <Skeleton height={120} />
      </div>
    );
  }
  const { resources, resourceTemplates } = offered.value;
  if (resources.length === 0 && resourceTemplates.length === 0) {
    return (
      <EmptyState icon={<IconFileText size={32} stroke={1.3} />} title={t('detail.resources.none')}>
        {t('detail.resources.noneHint')}
      </EmptyState>
    );
  }
  return (
    <div className={classes.page}>
      <form
        className={classes.bar}
        style={{ padding: 0 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (uri !== '') void load(uri);
        }}
      >
        <TextInput
          flex={1}
          classNames={{ input: 'gh-mono-input' }}
          spellCheck={false}
          aria-label={t('detail.resources.uri')}
          placeholder="file:///…"
          value={uri}
          onChange={(event) => setUri(event.currentTarget.value)}
        />
        <Button type="submit" disabled={uri === ''} loading={read.busy}>
          {t('detail.resources.read')}
        </Button>
      </form>
      {read.failure !== null && <FailureNote failure={read.failure} />}
      {shown !== null && (
        <ResultView label={t('detail.resources.shown', { uri: shown.uri })} result={shown.result} />
      )}
      <nav aria-label={t('detail.tabs.resources')}>
        {resources.slice(0, MOST).map((resource) => (
          <NavLink
            key={resource.uri}
            component="button"
            active={shown?.uri === resource.uri}
            color="gray"
            label={<VisibleText text={(resource.title ?? resource.name).slice(0, 200)} />}
            description={
              <span className="gh-mono">
                <VisibleText text={resource.uri.slice(0, 400)} />
              </span>
            }
            rightSection={
              <Text size="xs" c="dimmed">
                <VisibleText text={(resource.mimeType ?? '').slice(0, 80)} />
              </Text>
            }
            onClick={() => void load(resource.uri)}
          />
        ))}
      </nav>
      {resourceTemplates.length > 0 && (
        <section aria-label={t('detail.resources.templates')}>
          <Title order={2}>{t('detail.resources.templates')}</Title>
          <Text size="xs" c="dimmed">
            {t('detail.resources.templateHint')}
          </Text>
          {resourceTemplates.slice(0, MOST).map((template) => (
            <NavLink
              key={template.uriTemplate}
              component="button"
              label={
                <span className="gh-mono">
                  <VisibleText text={template.uriTemplate.slice(0, 400)} />
                </span>
              }
              description={<BoundedText text={template.description.slice(0, 300)} />}
              onClick={() => setUri(template.uriTemplate)}
            />
          ))}
        </section>
      )}
    </div>
  );
}
