import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../../../src-preload/contract/index.ts';
import { useRequest } from '../../bridge.ts';
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
  const registry = useRequest('server/list', {}, { events: ['server/changed'] }).value;
  return (
    <div className={classes.frame}>
      <aside aria-label={t('app')} className={classes.side}>
        <Sidebar
          status={status}
          registryBroken={(registry?.problem ?? null) !== null}
          secretsNeeded={(registry?.servers ?? []).some(
            ({ registration: { env_keys, auth } }) => env_keys.length > 0 || auth.env_key !== '',
          )}
        />
      </aside>
      <div className={classes.screen}>{children}</div>
      <Palette status={status} servers={registry?.servers ?? []} />
    </div>
  );
}
