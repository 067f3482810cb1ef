import { z } from 'zod';
import { ServerId } from './views/server.ts';

/**
 * What the owner tells its doors, unasked. Events carry names only, no state: whoever hears one asks
 * again, so a lost event costs freshness and never correctness.
 */
export const events = {
  'server/changed': z.object({ id: ServerId.nullable() }),
  'approvals/changed': z.object({ waiting: z.number() }),
  'journal/appended': z.object({ seq: z.number() }),
  'trust/changed': z.object({}),
  'settings/changed': z.object({}),
  'agents/changed': z.object({}),
  /** Tokens, or who is connected. */
  'clients/changed': z.object({}),
  'gateway/changed': z.object({}),
  'log/line': z.object({ id: ServerId, line: z.string() }),
  'probe/progress': z.object({
    id: ServerId,
    step: z.string(),
    done: z.number(),
    total: z.number(),
  }),
  'call/progress': z.object({
    call_id: z.string(),
    /** `deciding`, `waiting` for a person, `connecting`, `running`. */
    step: z.enum(['deciding', 'waiting', 'connecting', 'running']),
    progress: z.number().nullable(),
    total: z.number().nullable(),
    message: z.string(),
  }),
} as const satisfies Record<string, z.ZodType>;

export type Events = typeof events;
export type EventName = keyof Events;
export type EventBody<N extends EventName> = z.output<Events[N]>;
/** Any event as it travels: `{name, body}`. */
export type AnyEvent = { [N in EventName]: { name: N; body: EventBody<N> } }[EventName];
export const eventNames = Object.keys(events) as EventName[];
