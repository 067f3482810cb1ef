import { Tabs, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Snippet } from '../../../../src-preload/contract/index.ts';
import { Mono } from '../../../ui/mono.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import classes from './clients.module.css';
import { CopyText } from './copy-text.tsx';

/** For each common client the exact text, the file it belongs in, and how it connects. */
export function SnippetTabs({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const { t } = useTranslation('clients');
  return (
    <section>
      <Title order={3} mb="xs">
        {t('snippet.title')}
      </Title>
      <Tabs
        defaultValue={snippets[0]?.id ?? ''}
        orientation="vertical"
        variant="pills"
        className={classes.snippets ?? ''}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('snippet.title')} className={classes.names ?? ''}>
          {snippets.map(({ id, name }) => (
            <Tabs.Tab
              key={id}
              value={id}
              classNames={{ tab: classes.tab ?? '', tabLabel: classes.label ?? '' }}
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map((snippet) => (
          <Tabs.Panel key={snippet.id} value={snippet.id} className={classes.snippet ?? ''}>
            <Text size="xs" c="dimmed" component="div">
              {t('snippet.file')} <Mono text={snippet.path} />
            </Text>
            <div className={classes.code}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
              <pre className="gh-mono" tabIndex={0}>
                <VisibleText text={snippet.text} />
              </pre>
              <CopyText value={snippet.text} label={t('snippet.copy')} />
            </div>
            <Text size="xs" c="dimmed">
              {t('snippet.whole')} {t(`snippet.by.${snippet.by}`)}
            </Text>
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
