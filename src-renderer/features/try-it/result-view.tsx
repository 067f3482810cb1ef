import { SegmentedControl, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResult } from '../../../src-preload/contract/index.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { durationText } from '../../ui/time-text.ts';
import { readResult } from './result-content.ts';
import { ResultPart } from './result-part.tsx';
import classes from './try-it.module.css';

/** What a tool answered: text as text, images of harmless kinds, all of it as JSON. */
export function ResultView({ answered }: { readonly answered: CallResult }) {
  const { t } = useTranslation('try-it');
  const [view, setView] = useState<'shown' | 'raw'>('shown');
  const section = useRef<HTMLElement>(null);
  // It comes in below a form that may fill the screen.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const content = readResult(answered.result);
  const nothing = content.parts.length === 0 && content.structured === undefined;
  return (
    <section ref={section} className={classes.result} aria-live="polite">
      <div className={classes.bar}>
        <Title order={3}>
          {t('result.title')}{' '}
          <span className={classes.quiet}>
            {t('result.took', { duration: durationText(answered.duration_ms) })}
          </span>
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('result.view')}
          value={view}
          onChange={(value) => setView(value === 'raw' ? 'raw' : 'shown')}
          data={[
            { value: 'shown', label: t('result.shown') },
            { value: 'raw', label: t('result.raw') },
          ]}
        />
      </div>
      {content.isError && <div className={classes.toolError}>{t('result.toolError')}</div>}
      {view === 'raw' ? (
        <JsonView value={answered.result} label={t('result.title')} maxHeight={480} />
      ) : (
        <>
          {nothing && (
            <Text size="sm" c="dimmed">
              {t('result.empty')}
            </Text>
          )}
          {content.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result's parts never move
            <ResultPart key={index} part={part} />
          ))}
          {content.more > 0 && (
            <Text size="sm" c="dimmed">
              {t('result.moreParts', { count: content.more })}
            </Text>
          )}
          {content.structured !== undefined && (
            <div>
              <Text size="xs" c="dimmed" mb={4}>
                {t('result.structured')}
              </Text>
              <JsonView value={content.structured} label={t('result.structured')} maxHeight={360} />
            </div>
          )}
        </>
      )}
    </section>
  );
}
