import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './launch-view.module.css';

interface Props {
  readonly title: string;
  readonly action?: ReactNode;
  /** Short: stands beside its title. */
  readonly inline?: boolean;
  readonly children: ReactNode;
}

/** One fact of a launch under its name. */
export function LaunchPart({ title, action, inline = false, children }: Props) {
  return (
    <div className={inline ? classes.inline : undefined}>
      <Group gap={4} mb={inline ? 0 : 4}>
        <h3 className={classes.title}>{title}</h3>
        {action}
      </Group>
      <div className={classes.value}>{children}</div>
    </div>
  );
}
