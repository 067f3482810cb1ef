import type { Exposed } from './exposed.ts';
import { type CallParts, createExposedCall } from './exposed-call.ts';
import { createHandedOut } from './exposed-handed-out.ts';
import { createOwnCall, type OwnCallParts } from './exposed-own-call.ts';
import { createExposedReads, type ReadParts } from './exposed-reads.ts';
import { createExposedViews, type LiveView, type ViewParts } from './exposed-views.ts';
import { ownDefinition, ownToolsOf, searches } from './own-tools.ts';

export interface ExposedParts extends ViewParts, CallParts, OwnCallParts, ReadParts {
  readonly journal: CallParts['journal'] & OwnCallParts['journal'];
  readonly policy: ViewParts['policy'] & OwnCallParts['policy'];
  readonly log: CallParts['log'];
}

/** All servers as one, for each agent its own (DESIGN.md 6 and 7). */
export function createExposed(parts: ExposedParts): Exposed & { close(): void } {
  const views = createExposedViews(parts);
  const handedOut = createHandedOut();
  const callServer = createExposedCall({ ...parts, handedOut });
  const callOwn = createOwnCall({ ...parts, callServer });
  /** A view stays the same object while nothing of it changes. */
  const lists = new WeakMap<LiveView, ReturnType<Exposed['tools']>>();
  const toolsOf = (live: LiveView) => {
    const known = lists.get(live);
    if (known !== undefined) return known;
    const own = ownToolsOf(live.agent).map(ownDefinition);
    const all = searches(live.agent) ? own : inOrder([...own, ...live.view.tools]);
    lists.set(live, all);
    return all;
  };

  return {
    tools: ({ agent }) => {
      const live = views.of(agent);
      return live === undefined ? [] : toolsOf(live);
    },
    prompts: ({ agent }) => views.of(agent)?.view.prompts ?? [],
    resources: ({ agent }) => views.of(agent)?.view.resources ?? [],
    resourceTemplates: ({ agent }) => views.of(agent)?.view.resourceTemplates ?? [],
    fingerprints: ({ agent }) => views.fingerprints(agent, toolsOf),
    callTool: (call) => {
      const live = views.of(call.client.agent);
      const own = live && ownToolsOf(live.agent).find((name) => name === call.name);
      return live && own ? callOwn(live, own, call) : callServer(call, live);
    },
    ...createExposedReads({ ...parts, views, handedOut }),
    close: views.close,
  };
}

const inOrder = (tools: ReturnType<Exposed['tools']>[number][]) =>
  tools.sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1));
