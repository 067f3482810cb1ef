import { Badge, Tooltip } from '@mantine/core';
import {
  IconHistory,
  IconPlugConnected,
  IconSettings,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../../../src-preload/contract/index.ts';
import { useNavigation } from '../../store/navigation.ts';
import { formatRoute, type Screen } from '../../store/route.ts';
import { HealthLine } from './health-line.tsx';
import classes from './sidebar.module.css';

interface Props {
  readonly status: Status | null;
}

/** Where one can go, with what waits there; the health line below. */
export function Sidebar({ status }: Props) {
  const { t } = useTranslation();
  const link = (screen: Screen, icon: ReactNode, count: ReactNode = null) => (
    <SidebarLink screen={screen} icon={icon} label={t(`screen.${screen}`)} count={count} />
  );
  const servers = status?.servers;
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <Logo />
        <span className={classes.word}>{t('app')}</span>
      </div>
      <nav className={classes.nav} aria-label={t('frame.screens')}>
        <p className={classes.group}>{t('frame.tools')}</p>
        {link(
          'mcp',
          <IconPlugConnected size={18} stroke={1.6} />,
          servers !== undefined && servers.total > 0 ? (
            <ServerCount total={servers.total} waiting={servers.needs_you + servers.failing} />
          ) : null,
        )}
        <hr className={classes.rule} />
        {link('agents', <IconUsers size={18} stroke={1.6} />)}
        {link(
          'approvals',
          <IconShieldCheck size={18} stroke={1.6} />,
          status !== null && status.approvals > 0 ? (
            <Badge size="sm" circle={status.approvals < 10} aria-hidden>
              {status.approvals}
            </Badge>
          ) : null,
        )}
        {link('journal', <IconHistory size={18} stroke={1.6} />)}
        <hr className={classes.rule} />
        {link('settings', <IconSettings size={18} stroke={1.6} />)}
      </nav>
      <HealthLine status={status} />
    </div>
  );
}

function ServerCount({ total, waiting }: { readonly total: number; readonly waiting: number }) {
  return (
    <span className={classes.count} aria-hidden>
      {waiting > 0 && <span className={classes.waiting} />}
      <span className={classes.number}>{total}</span>
    </span>
  );
}

interface LinkProps {
  readonly screen: Screen;
  readonly icon: ReactNode;
  readonly label: string;
  readonly count: ReactNode;
}

function SidebarLink({ screen, icon, label, count }: LinkProps) {
  const here = useNavigation((navigation) => navigation.route.screen === screen);
  return (
    <Tooltip label={label} position="right" events={{ hover: true, focus: false, touch: false }}>
      <a
        href={formatRoute(screen)}
        className={classes.link}
        aria-label={label}
        aria-current={here ? 'page' : undefined}
      >
        {icon}
        <span className={classes.label}>{label}</span>
        {count}
      </a>
    </Tooltip>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 20 20" width={20} height={20} aria-hidden className={classes.logo}>
      <path
        d="M3 18V9a7 7 0 0 1 14 0v9h-4.5v-8.5a2.5 2.5 0 0 0-5 0V18z"
        fill="currentColor"
        fillRule="evenodd"
      />
    </svg>
  );
}
