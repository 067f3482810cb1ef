import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog-frame.module.css';

interface Props {
  /** What the scrolling part is, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  /** Safe choice first, primary one last. */
  readonly footer: ReactNode;
}

/** The inside of a dialog: a part that scrolls, also by keyboard, and buttons that are always in sight. */
export function DialogFrame({ label, children, footer }: Props) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        {children}
      </section>
      <Group className={classes.footer ?? ''} gap="xs" justify="flex-end">
        {footer}
      </Group>
    </div>
  );
}
