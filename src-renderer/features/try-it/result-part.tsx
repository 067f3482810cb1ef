import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { assertNever } from '../../ui/assert-never.ts';
import { BoundedText } from '../../ui/bounded-text.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Mono } from '../../ui/mono.tsx';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { type ContentPart, sizeText } from './result-content.ts';
import classes from './try-it.module.css';

/** Beyond this a text is shown through the view that draws only what is seen. */
const PLAIN_CHARS = 20_000;

/** One part of a result. Links are text: nothing that a tool answers can be clicked or loaded. */
export function ResultPart({ part }: { readonly part: ContentPart }) {
  const { t } = useTranslation('try-it');
  switch (part.kind) {
    case 'text':
      return <TextPart text={part.text} label={t('result.text')} />;
    case 'image':
      return (
        <img className={classes.image} src={part.url} alt={t('result.image')} decoding="async" />
      );
    case 'kept_image':
      return (
        <Text size="sm" c="dimmed">
          <VisibleText
            text={t('result.imageKept', { mime: part.mime, why: t(`result.why.${part.why}`) })}
          />
        </Text>
      );
    case 'media':
      return (
        <Text size="sm" c="dimmed">
          <VisibleText
            text={t('result.media', {
              kind: part.name,
              mime: part.mime,
              size: sizeText(part.bytes),
            })}
          />
        </Text>
      );
    case 'link':
      return (
        <div>
          <Text size="xs" c="dimmed">
            {t('result.link')}
          </Text>
          {part.name !== '' && (
            <Text size="sm">
              <VisibleText text={part.name} />
            </Text>
          )}
          <Mono text={part.uri} />
          {part.description !== '' && (
            <Text size="sm" c="dimmed">
              <BoundedText text={part.description} />
            </Text>
          )}
        </div>
      );
    case 'resource':
      return (
        <div>
          <Text size="xs" c="dimmed">
            {t('result.resource')}
          </Text>
          <Mono text={part.uri} />
          {part.text === null ? (
            <Text size="sm" c="dimmed">
              {t('result.binary', { size: sizeText(part.bytes) })}
            </Text>
          ) : (
            <TextPart text={part.text} label={t('result.resource')} />
          )}
        </div>
      );
    case 'other':
      return <JsonView value={part.value} label={t('result.title')} maxHeight={240} />;
    default:
      return assertNever(part);
  }
}

function TextPart({ text, label }: { readonly text: string; readonly label: string }) {
  if (text.length > PLAIN_CHARS) return <JsonView value={text} label={label} maxHeight={420} />;
  return (
    <div className={classes.bar} style={{ alignItems: 'start' }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.text} tabIndex={0} aria-label={label}>
        <span className="gh-mono">
          <VisibleText text={text} />
        </span>
      </section>
      <CopyButton value={text} />
    </div>
  );
}
