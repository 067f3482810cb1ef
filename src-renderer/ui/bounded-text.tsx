import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VisibleText } from './visible-text-view.tsx';

interface Props {
  readonly text: string;
  /** Characters shown before a person asks for more. */
  readonly limit?: number;
  /** Characters put into the page at most, however much is asked for. */
  readonly most?: number;
}

/** Foreign text as plain text: invisible characters made visible, bounded until one asks for the rest. */
export function BoundedText({ text, limit = 600, most = 50_000 }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (text.length <= limit) return <VisibleText text={text} />;
  const shown = text.slice(0, open ? most : limit);
  return (
    <>
      <VisibleText text={shown} />
      {shown.length < text.length && '… '}
      <Anchor component="button" type="button" fz="xs" onClick={() => setOpen(!open)}>
        {t(open ? 'less' : 'more')}
      </Anchor>
    </>
  );
}
