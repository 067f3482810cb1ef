import { Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BoundedText } from '../../../ui/bounded-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { JsonView } from '../../../ui/json-view.tsx';
import { VisibleText } from '../../../ui/visible-text-view.tsx';
import { textPieces } from './mcp-content.ts';
import classes from './result-view.module.css';

interface Props {
  readonly label: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/** What a server answered: its texts as plain text, and all of it as JSON. */
export function ResultView({ label, result }: Props) {
  const { t } = useTranslation('mcp');
  const pieces = textPieces(result);
  const json = <JsonView key={label} value={result} label={label} maxHeight={360} />;
  if (pieces.length === 0) return json;
  return (
    <Tabs defaultValue="text" aria-live="polite">
      <Tabs.List>
        <Tabs.Tab value="text">{t('detail.resultText')}</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="text" pt="xs">
        {pieces.slice(0, 100).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name of their own
          <section key={index} className={classes.piece} aria-label={piece.label}>
            <div className={classes.head}>
              <Text size="xs" c="dimmed">
                <VisibleText text={piece.label.slice(0, 300)} />
              </Text>
              <CopyButton value={piece.text} />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <pre className={classes.text} tabIndex={0}>
              <BoundedText text={piece.text} limit={4000} />
            </pre>
          </section>
        ))}
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="xs">
        {json}
      </Tabs.Panel>
    </Tabs>
  );
}
