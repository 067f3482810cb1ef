import { useTranslation } from 'react-i18next';
import type { Status } from '../../../src-preload/contract/index.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { formatRoute } from '../../store/route.ts';
import classes from './health-line.module.css';
import { portOf } from './port-of.ts';

type Gateway = Status['gateway'];
const TONES = { listening: 'ok', off: 'idle', failed: 'danger' } as const;

/** Whether agents can reach the gateway, and how many may; leads to its settings. */
export function GatewayLine({ gateway }: { readonly gateway: Gateway }) {
  const { t } = useTranslation();
  const say = useFailureText();
  const { state, failure, clients } = gateway;
  const port = portOf(gateway.address);
  const reason = failure === null ? null : say(failure);
  const text =
    state === 'listening'
      ? `${port === null ? '' : `:${port} · `}${t('frame.clients', { count: clients })}`
      : t(state === 'off' ? 'frame.gatewayOff' : 'frame.gatewayFailed');
  const long =
    reason === null
      ? (gateway.address ?? text)
      : [reason.sentence, reason.detail, reason.fix].filter((part) => part !== null).join(' ');
  return (
    <a
      className={classes.line}
      data-tone={TONES[state]}
      href={formatRoute('settings', ['gateway'])}
      title={long}
      aria-label={`${t('frame.gateway')}: ${text}${reason === null ? '' : `. ${long}`}`}
    >
      <span className={classes.dot} aria-hidden />
      <span className={classes.text}>{text}</span>
    </a>
  );
}
