import type { AnyEvent, EventName } from '../../src-preload/contract/index.ts';
import type { Serve } from '../api/serve.ts';
import type { Topic } from '../kernel/topic.ts';
import { personAtWindow } from './ipc.ts';
import type { Texts } from './texts.ts';
import { type TrayModel, trayModel } from './tray-model.ts';

const HEALTH: ReadonlySet<EventName> = new Set<EventName>([
  'server/changed',
  'approvals/changed',
  'trust/changed',
  'settings/changed',
]);
const QUIET_MS = 150;

/** Shows the tray's model now and whenever something changed, at most once per quiet moment. */
export function followHealth(parts: {
  readonly serve: Serve;
  readonly events: Topic<AnyEvent>;
  readonly texts: () => Texts;
  readonly show: (model: TrayModel) => void;
}): () => void {
  const caller = personAtWindow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const look = async () => {
    const [status, registry] = await Promise.all([
      parts.serve('status/show', {}, caller),
      parts.serve('server/list', {}, caller),
    ]);
    // What serve could not answer is in its log; the icon stays as it was.
    if (stopped || !status.ok || !registry.ok) return;
    parts.show(trayModel(status.value, registry.value.servers, parts.texts()));
  };
  void look();
  const stop = parts.events.subscribe(({ name }) => {
    if (!HEALTH.has(name) || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void look();
    }, QUIET_MS);
  });
  return () => {
    stopped = true;
    stop();
    clearTimeout(timer);
  };
}
