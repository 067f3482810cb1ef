import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../../../src-preload/contract/index.ts';
import { Palette } from './palette.tsx';
import { Sidebar } from './sidebar.tsx';
import classes from './window-frame.module.css';

interface Props {
  readonly status: Status | null;
  readonly children: ReactNode;
}

/** Sidebar left, the screen right, the palette above both. */
export function WindowFrame({ status, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <aside aria-label={t('app')} className={classes.side}>
        <Sidebar status={status} />
      </aside>
      <div className={classes.screen}>{children}</div>
      <Palette status={status} />
    </div>
  );
}
