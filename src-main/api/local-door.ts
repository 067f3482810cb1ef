import type { AnyEvent } from '../../src-preload/contract/index.ts';
import type { Surface } from '../kernel/surface.ts';
import type { Topic } from '../kernel/topic.ts';
import type { Door } from './door.ts';
import type { Serve } from './serve.ts';

/** A short-lived owner ends when the last request of another terminal has been answered. */
const GRACE_MS = 600_000;

/** The door of the process that owns the home itself. */
export function localDoor(
  serve: Serve,
  events: Topic<AnyEvent>,
  surface: Surface,
  close: (grace_ms: number) => Promise<void>,
): Door {
  const never = new AbortController().signal;
  return {
    kind: 'local',
    request: (name, input, signal) =>
      serve(name, input, { role: 'cli', surface, signal: signal ?? never }),
    events: async (listener) => events.subscribe(listener),
    close: () => close(GRACE_MS),
  };
}
