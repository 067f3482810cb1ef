import { strict } from './strict.ts';
import type { WebContents } from './web-contents.ts';

/** The top frame of a page, the only one that the host models: `event.senderFrame`. */
export type WebFrame = ReturnType<typeof topFrameOf>;

export function topFrameOf(contents: WebContents) {
  return strict('WebFrameMain', {
    get url() {
      return contents.getURL();
    },
    get origin() {
      const { origin, protocol, host } = new URL(contents.getURL() || 'about:blank');
      return origin === 'null' && host ? `${protocol}//${host}` : origin;
    },
    isDestroyed: () => contents.isDestroyed(),
    parent: null,
    frames: [],
    framesInSubtree: [],
    name: '',
    processId: 1,
    routingId: 1,
    frameTreeNodeId: contents.id,
    detached: false,
    visibilityState: 'visible',
    send: (channel: string, ...values: unknown[]) => contents.send(channel, ...values),
  });
}
