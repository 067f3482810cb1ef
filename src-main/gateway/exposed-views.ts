import type { AgentProfile, AgentProfiles } from '../agents/agent-profiles.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { sha256Hex } from '../kernel/canonical-json.ts';
import type { PolicyStore } from '../policy/policy-file.ts';
import type { RegisteredServer, Registry } from '../registry/registry.ts';
import type { ListFingerprints } from './exposed.ts';
import { type AgentView, agentView } from './exposed-view.ts';

export interface ViewParts {
  readonly agents: Pick<AgentProfiles, 'get'>;
  readonly registry: Pick<Registry, 'snapshot'>;
  readonly catalog: Pick<Catalog, 'tools' | 'prompts' | 'resources' | 'changed'>;
  readonly policy: Pick<PolicyStore, 'get'>;
  readonly nameChars: () => number;
}

export interface LiveView {
  readonly agent: AgentProfile;
  readonly view: AgentView;
}

interface Kept extends LiveView {
  readonly key: string;
  readonly servers: readonly RegisteredServer[];
  fingerprints: ListFingerprints | null;
}

/** Every agent's view, live: made anew when anything it is made of has changed, and only then. */
export interface ExposedViews {
  of(agent_name: string): LiveView | undefined;
  /** `own`: the agent's own tools and its naming, which are in no view. */
  fingerprints(agent_name: string, own: (live: LiveView) => readonly unknown[]): ListFingerprints;
  close(): void;
}

const NOTHING: ListFingerprints = { tools: '', prompts: '', resources: '' };

export function createExposedViews(parts: ViewParts): ExposedViews {
  const { agents, registry, catalog, policy } = parts;
  const kept = new Map<string, Kept>();
  let discoveries = 0;
  const unsubscribe = catalog.changed.subscribe(() => {
    discoveries += 1;
  });

  function of(name: string): Kept | undefined {
    const agent = agents.get(name);
    if (agent === undefined) {
      kept.delete(name);
      return undefined;
    }
    const { servers } = registry.snapshot();
    const rules = policy.get();
    const name_chars = parts.nameChars();
    const key = [discoveries, name_chars, rules.version, rules.problem?.message].join();
    const before = kept.get(name);
    if (
      before?.key === key &&
      (before.agent === agent || JSON.stringify(before.agent) === JSON.stringify(agent)) &&
      sameItems(before.servers, servers)
    )
      return before;
    const view = agentView({ agent, servers, catalog, policy: rules.policy, name_chars });
    const made = { agent, view, key, servers, fingerprints: null };
    kept.set(name, made);
    return made;
  }

  return {
    of,
    fingerprints(name, toolsOf) {
      const live = of(name);
      if (live === undefined) return NOTHING;
      live.fingerprints ??= {
        tools: hashOfList(toolsOf(live)),
        prompts: hashOfList(live.view.prompts),
        resources: hashOfList([...live.view.resources, null, ...live.view.resourceTemplates]),
      };
      return live.fingerprints;
    },
    close: unsubscribe,
  };
}

/** The registry keeps an unchanged server as the same object. */
const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

/** Item by item: all lists of many servers as one text could be longer than a text can be. */
const hashOfList = (list: readonly unknown[]): string =>
  sha256Hex(list.map((item) => sha256Hex(JSON.stringify(item))).join());
