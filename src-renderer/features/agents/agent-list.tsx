import { useTranslation } from 'react-i18next';
import type { Agent } from '../../../src-preload/contract/index.ts';
import { VisibleText } from '../../ui/visible-text-view.tsx';
import { agentHref } from './agent-route.ts';
import classes from './agents-screen.module.css';

interface Props {
  readonly agents: readonly Agent[];
  readonly shown: string | null;
}

/** All agents with what they may use in a few words; trouble and pause as tags. */
export function AgentList({ agents, shown }: Props) {
  const { t } = useTranslation('agents');
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {agents.map((agent) => (
        <li key={agent.name}>
          <a
            href={agentHref(agent.name)}
            className={classes.agent}
            aria-current={agent.name === shown ? 'page' : undefined}
          >
            <span className={classes.head}>
              <span className={classes.name}>
                <VisibleText text={agent.name.slice(0, 64)} />
              </span>
              <Tag agent={agent} />
            </span>
            <span className={classes.quiet}>
              <Reach agent={agent} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Tag({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation('agents');
  if (agent.problem !== null)
    return (
      <span className={classes.tag} data-tone="danger">
        {t('tag.problem')}
      </span>
    );
  if (agent.pending)
    return (
      <span className={classes.tag} data-tone="attention">
        {t('tag.pending')}
      </span>
    );
  if (agent.paused)
    return (
      <span className={classes.tag} data-tone="attention">
        {t('tag.paused')}
      </span>
    );
  if (agent.built_in) return <span className={classes.tag}>{t('tag.builtIn')}</span>;
  return null;
}

/** `3 servers · 2 clients`. */
function Reach({ agent }: { readonly agent: Agent }) {
  const { t } = useTranslation('agents');
  const ids = Object.keys(agent.servers);
  const servers = ids.includes('*')
    ? t('everyServer')
    : ids.length === 0
      ? t('nothing')
      : t('servers', { count: ids.length });
  if (agent.built_in) return servers;
  return `${servers} · ${t('clients', { count: agent.clients })}`;
}
