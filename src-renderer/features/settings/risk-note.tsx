import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './settings.module.css';

interface Props {
  /** The risk is taken now, not only possible. */
  readonly on: boolean;
  readonly children: ReactNode;
}

/** What a setting risks, said before and after it is chosen. */
export function RiskNote({ on, children }: Props) {
  return (
    <span className={classes.risk} data-on={on}>
      {on && <IconAlertTriangle size={14} aria-hidden />}
      <span>{children}</span>
    </span>
  );
}
