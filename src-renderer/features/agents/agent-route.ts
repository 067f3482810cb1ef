import { formatRoute } from '../../store/route.ts';

export const AGENT_TABS = ['tools', 'clients', 'settings'] as const;
export type AgentTab = (typeof AGENT_TABS)[number];

export const agentTab = (segment: string | undefined): AgentTab =>
  AGENT_TABS.find((tab) => tab === segment) ?? 'tools';

export const agentHref = (name: string, tab?: AgentTab): string =>
  formatRoute('agents', tab === undefined ? [name] : [name, tab]);
