import { useCallback, useEffect, useRef, useState } from 'react';
import type { Agent, Failure } from '../../../src-preload/contract/index.ts';
import { send } from '../../bridge.ts';

type Allowed = Agent['servers'];

export interface Allowing {
  /** What holds, with what was ticked since and is being saved. */
  readonly allowed: Allowed;
  readonly saving: boolean;
  readonly failure: Failure | null;
  /** Other globs for a server, made from what holds now; none takes it away. */
  readonly change: (
    server_id: string,
    next: (globs: readonly string[]) => readonly string[],
  ) => void;
}

/** Ticks at once and saves one after the other, so that quick ticks build on each other. */
export function useAllowed(agent: Agent): Allowing {
  const { name } = agent;
  const [wanted, setWanted] = useState<Allowed>(agent.servers);
  const [pending, setPending] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const now = useRef({ wanted: agent.servers, pending: 0 });
  const line = useRef(Promise.resolve());
  const become = useCallback((servers: Allowed) => {
    now.current.wanted = servers;
    setWanted(servers);
  }, []);
  useEffect(() => {
    if (now.current.pending === 0) become(agent.servers);
  }, [agent.servers, become]);

  const change = useCallback<Allowing['change']>(
    (server_id, next) => {
      const { wanted: before } = now.current;
      const tools = [...next(before[server_id] ?? [])];
      const { [server_id]: _old, ...others } = before;
      become(tools.length === 0 ? others : { ...before, [server_id]: tools });
      now.current.pending += 1;
      setPending(now.current.pending);
      setFailure(null);
      line.current = line.current.then(async () => {
        const answer = await send('agent/allow', { name, server_id, tools });
        const shown = answer.ok ? answer : await send('agent/show', { name });
        now.current.pending -= 1;
        setPending(now.current.pending);
        if (!answer.ok) setFailure(answer.failure);
        if (shown.ok && (now.current.pending === 0 || !answer.ok)) become(shown.value.servers);
      });
    },
    [name, become],
  );
  return { allowed: wanted, saving: pending > 0, failure, change };
}
