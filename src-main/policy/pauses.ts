import { z } from 'zod';
import { ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { Trust } from '../trust/trust.ts';

const Paused = z.object({ all: z.boolean(), agents: z.array(z.string()) });

/** Pausing survives a restart: it is kept with what a person said, in trust.db. */
export interface Pauses {
  readonly changed: Topic<Record<string, never>>;
  /** Whether calls of this agent are held back, by name or because everything is. */
  isPaused(agent: string): boolean;
  readonly all: boolean;
  /** Without an agent: everything. */
  pause(agent: string | undefined): Result<void>;
  /** Without an agent: everything, agents paused by name included. */
  resume(agent: string | undefined): Result<void>;
}

export function createPauses(trust: Trust): Pauses {
  const changed = new Topic<Record<string, never>>();
  const row = Paused.safeParse(trust.get('meta', 'paused'));
  // Whether somebody paused can no longer be told: then nothing runs until somebody resumes.
  const unknown = row.success ? false : trust.isLost('meta', 'paused');
  let paused = row.success ? row.data : { all: unknown, agents: [] };

  function keep(next: z.infer<typeof Paused>): Result<void> {
    // In force at once, also when it cannot be kept: a pause must never wait for a keychain.
    paused = next;
    changed.emit({});
    const kept = trust.put('meta', 'paused', next);
    return kept.ok || next.all || next.agents.length > 0 ? ok() : kept;
  }

  return {
    changed,
    isPaused: (agent) => paused.all || paused.agents.includes(agent),
    get all() {
      return paused.all;
    },
    pause: (agent) =>
      keep(
        agent === undefined
          ? { ...paused, all: true }
          : { ...paused, agents: [...new Set([...paused.agents, agent])].sort() },
      ),
    resume: (agent) =>
      keep(
        agent === undefined
          ? { all: false, agents: [] }
          : { ...paused, agents: paused.agents.filter((name) => name !== agent) },
      ),
  };
}
