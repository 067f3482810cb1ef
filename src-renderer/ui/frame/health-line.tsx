import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../../../src-preload/contract/index.ts';
import { useAction } from '../../bridge.ts';
import { formatRoute } from '../../store/route.ts';
import { notifyFailure } from '../notify.ts';
import classes from './health-line.module.css';

interface Props {
  readonly status: Status | null;
  readonly registryBroken: boolean;
  /** A server names a secret, so a store out of reach hurts now. */
  readonly secretsNeeded: boolean;
}

/** The worst thing that a person should know, in one line; all well says so. */
export function HealthLine({ status, registryBroken, secretsNeeded }: Props) {
  const { t } = useTranslation();
  const resume = useAction('calls/resume');
  if (status === null) return <div className={classes.line} />;
  if (status.paused) {
    return (
      <div className={classes.line} data-tone="attention">
        <span className={classes.dot} aria-hidden />
        <span className={classes.text}>{t('frame.paused')}</span>
        <Button
          size="compact-xs"
          leftSection={<IconPlayerPlay size={12} />}
          loading={resume.busy}
          onClick={async () => {
            const answer = await resume.run({});
            if (!answer.ok) notifyFailure(answer.failure);
          }}
        >
          {t('frame.resume')}
        </Button>
      </div>
    );
  }
  const { tone, text, href } = registryBroken ? UNREADABLE : worst(status, secretsNeeded);
  return (
    <a className={classes.line} data-tone={tone} href={href} title={text(t)}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.text}>{text(t)}</span>
    </a>
  );
}

type Translate = ReturnType<typeof useTranslation<'shared'>>['t'];
interface Health {
  readonly tone: 'ok' | 'attention' | 'danger';
  readonly href: string;
  readonly text: (t: Translate) => string;
}

const UNREADABLE: Health = {
  tone: 'danger',
  href: formatRoute('mcp'),
  text: (t) => t('frame.registry'),
};

const SECRETS = formatRoute('settings', ['secrets']);

function worst(status: Status, secretsNeeded: boolean): Health {
  const { secret_store, integrity_key, trust_items, servers, version } = status;
  if (integrity_key === 'missing')
    return { tone: 'danger', href: SECRETS, text: (t) => t('frame.noKey') };
  if (!secret_store.available && secretsNeeded)
    return { tone: 'danger', href: SECRETS, text: (t) => t('frame.noSecretStore') };
  if (trust_items > 0) {
    const text = (t: Translate) => t('frame.trust', { count: trust_items });
    return { tone: 'attention', href: formatRoute('trust'), text };
  }
  if (servers.failing > 0) {
    const text = (t: Translate) => t('frame.failing', { count: servers.failing });
    return { tone: 'danger', href: formatRoute('mcp'), text };
  }
  if (servers.needs_you > 0) {
    const text = (t: Translate) => t('frame.needsYou', { count: servers.needs_you });
    return { tone: 'attention', href: formatRoute('mcp'), text };
  }
  if (!secret_store.available)
    return { tone: 'attention', href: SECRETS, text: (t) => t('frame.noKeychain') };
  return { tone: 'ok', href: formatRoute('settings'), text: (t) => t('frame.fine', { version }) };
}
