import { preventable, StrictEmitter } from './strict.ts';

/** Every notification shown so far, for tests. */
export const notifications: Notification[] = [];

interface NotificationOptions {
  readonly title?: string;
  readonly subtitle?: string;
  readonly body?: string;
  readonly silent?: boolean;
  readonly icon?: unknown;
  readonly urgency?: 'normal' | 'critical' | 'low';
  readonly timeoutType?: 'default' | 'never';
  readonly hasReply?: boolean;
  readonly actions?: readonly { readonly type: 'button'; readonly text?: string }[];
  readonly closeButtonText?: string;
}

/** A desktop notification; a test plays the person with `click()`, `clickAction()`, `close()`. */
export class Notification extends StrictEmitter {
  title: string;
  subtitle: string;
  body: string;
  silent: boolean;
  icon: unknown;
  urgency: string;
  timeoutType: string;
  hasReply: boolean;
  actions: readonly { readonly type: 'button'; readonly text?: string }[];
  closeButtonText: string;
  state: 'new' | 'shown' | 'closed' = 'new';

  constructor(options: NotificationOptions = {}) {
    super('Notification', ['show', 'click', 'close', 'action', 'reply', 'failed']);
    this.title = options.title ?? '';
    this.subtitle = options.subtitle ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.icon = options.icon;
    this.urgency = options.urgency ?? 'normal';
    this.timeoutType = options.timeoutType ?? 'default';
    this.hasReply = options.hasReply ?? false;
    this.actions = options.actions ?? [];
    this.closeButtonText = options.closeButtonText ?? '';
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    if (this.state !== 'shown') notifications.push(this);
    this.state = 'shown';
    setImmediate(() => this.emit('show', preventable()));
  }
  close(): void {
    if (this.state !== 'shown') return;
    this.state = 'closed';
    this.emit('close', preventable());
  }
  /** Test control: the person clicks the notification. */
  click(): void {
    this.emit('click', preventable());
  }
  /** Test control: the person presses one of its buttons. */
  clickAction(index: number): void {
    this.emit('action', preventable({ actionIndex: index }), index);
  }
}
