import { Badge, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import {
  IconHistory,
  IconPlugConnected,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../../../src-preload/contract/index.ts';
import { useNavigation } from '../../store/navigation.ts';
import { formatRoute, type Screen } from '../../store/route.ts';
import { GatewayLine } from './gateway-line.tsx';
import { HealthLine } from './health-line.tsx';
import classes from './sidebar.module.css';

interface Props {
  readonly status: Status | null;
  /** The registry file cannot be read. */
  readonly registryBroken: boolean;
  /** A server names a secret. */
  readonly secretsNeeded: boolean;
}

/** Where one can go, with what waits there; gateway and health below. */
export function Sidebar({ status, registryBroken, secretsNeeded }: Props) {
  const { t } = useTranslation();
  const link = (screen: Screen, icon: ReactNode, count: ReactNode = null, news = '') => (
    <SidebarLink
      screen={screen}
      icon={icon}
      label={t(`screen.${screen}`)}
      count={count}
      news={news}
    />
  );
  const servers = status?.servers;
  const troubled = servers === undefined ? 0 : servers.needs_you + servers.failing;
  return (
    <div className={classes.side}>
      <div className={classes.brand}>
        <Logo />
        <span className={classes.word}>{t('app')}</span>
      </div>
      <CommandButton />
      <nav className={classes.nav} aria-label={t('frame.screens')}>
        <p className={classes.group}>{t('frame.tools')}</p>
        {link(
          'mcp',
          <IconPlugConnected size={18} stroke={1.6} />,
          servers !== undefined && servers.total > 0 ? (
            <ServerCount total={servers.total} waiting={troubled} />
          ) : null,
          troubled > 0 ? t('frame.troubled', { count: troubled }) : '',
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
          status !== null && status.approvals > 0
            ? t('frame.waiting', { count: status.approvals })
            : '',
        )}
        {link('journal', <IconHistory size={18} stroke={1.6} />)}
        <hr className={classes.rule} />
        {link('settings', <IconSettings size={18} stroke={1.6} />)}
      </nav>
      {status !== null && <GatewayLine gateway={status.gateway} />}
      <HealthLine status={status} registryBroken={registryBroken} secretsNeeded={secretsNeeded} />
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

/** Opens the palette, and tells of its keys. */
function CommandButton() {
  const { t } = useTranslation();
  const keys = /Mac/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
  return (
    <button
      type="button"
      className={classes.command}
      aria-label={t('frame.commands')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => spotlight.open()}
    >
      <IconSearch size={16} stroke={1.6} />
      <span className={classes.label}>{t('frame.commands')}</span>
      <kbd className={classes.keys}>{keys}</kbd>
    </button>
  );
}

interface LinkProps {
  readonly screen: Screen;
  readonly icon: ReactNode;
  readonly label: string;
  /** What waits there, for screen readers. */
  readonly news: string;
  readonly count: ReactNode;
}

function SidebarLink({ screen, icon, label, news, count }: LinkProps) {
  const here = useNavigation((navigation) => navigation.route.screen === screen);
  // As in the style sheet: below it the labels are hidden.
  const iconsOnly = useMediaQuery('(max-width: 860px)');
  return (
    <Tooltip
      label={label}
      position="right"
      disabled={!iconsOnly}
      events={{ hover: true, focus: false, touch: false }}
    >
      <a
        href={formatRoute(screen)}
        className={classes.link}
        aria-label={news === '' ? label : `${label}, ${news}`}
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
