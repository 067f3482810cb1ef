import { Notification } from 'electron';
import type { Approvals } from '../policy/approvals.ts';
import { planNotifications } from './notification-plan.ts';
import { shownText } from './shown-text.ts';
import type { Texts } from './texts.ts';

/**
 * One notification per question. A click opens the window with the whole call; there is no button that
 * allows unseen. What a server named stands in the title only: some desktops read markup in the body.
 */
export function notifyQuestions(
  approvals: Approvals,
  texts: () => Texts,
  open: () => void,
): () => void {
  // Kept while shown: a notification that is collected no longer hears its click.
  const shown = new Map<string, Notification>();
  let asked: ReadonlySet<string> = new Set();
  const look = () => {
    const waiting = approvals.list();
    const { show, close } = planNotifications(waiting, asked, [...shown.keys()]);
    for (const id of close) {
      shown.get(id)?.close();
      shown.delete(id);
    }
    const ids = new Set([...asked, ...show.map(({ id }) => id)]);
    asked = new Set(waiting.map(({ id }) => id).filter((id) => ids.has(id)));
    for (const { id, tool, server_name } of show) {
      const words = texts();
      const notification = new Notification({
        title: words.notifyTitle(shownText(tool, 60), shownText(server_name, 40)),
        body: words.notifyBody,
        urgency: 'critical',
      });
      notification.on('click', open);
      notification.show();
      shown.set(id, notification);
    }
  };
  const stop = Notification.isSupported() ? approvals.changed.subscribe(look) : () => {};
  return () => {
    stop();
    for (const notification of shown.values()) notification.close();
  };
}
