import { Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './screen-frame.module.css';

interface Props {
  readonly title: ReactNode;
  /** One sentence that says how things stand; read out when it changes. */
  readonly sentence?: ReactNode;
  readonly actions?: ReactNode;
  /** Stays above the scrolling part: search, filters, tabs. */
  readonly bar?: ReactNode;
  /** The content scrolls by itself (virtual tables). */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** What every screen looks like: heading, state in a sentence, actions right, content below. */
export function ScreenFrame({ title, sentence, actions, bar, fill = false, children }: Props) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  return (
    <main ref={main} tabIndex={-1} className={classes.main}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <Title order={1}>{title}</Title>
          <div className={classes.sentence} aria-live="polite">
            {sentence}
          </div>
        </div>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </header>
      {bar !== undefined && <div className={classes.bar}>{bar}</div>}
      <div className={fill ? classes.fill : classes.content}>{children}</div>
    </main>
  );
}
