import { app } from './app.ts';
import type { WebPreferences } from './page-setup.ts';
import { RecordedWindow } from './recorded-window.ts';
import { debug, runtime, windowIsOpen } from './runtime.ts';
import { emitPreventable, preventable } from './strict.ts';
import { WebContents } from './web-contents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean;
  readonly title?: string;
  readonly alwaysOnTop?: boolean;
  readonly parent?: BrowserWindow;
  readonly modal?: boolean;
  readonly resizable?: boolean;
  readonly backgroundColor?: string;
  readonly webPreferences?: WebPreferences;
  readonly [name: string]: unknown;
}

const events = [
  'blur',
  'close',
  'closed',
  'enter-full-screen',
  'focus',
  'hide',
  'leave-full-screen',
  'maximize',
  'minimize',
  'move',
  'page-title-updated',
  'ready-to-show',
  'resize',
  'restore',
  'show',
  'unmaximize',
  // never come by themselves here; a test may emit them
  'always-on-top-changed',
  'moved',
  'resized',
  'session-end',
  'query-session-end',
  'system-context-menu',
  'responsive',
  'unresponsive',
];

/** A window as the app sees it; headless, its page always paints, whatever the window's state. */
export class BrowserWindow extends RecordedWindow {
  readonly webContents: WebContents;
  readonly id: number;
  readonly options: WindowOptions;
  private bounds: Bounds;
  private title: string;
  private visible: boolean;
  private minimized = false;
  private maximized = false;
  private onTop: boolean;

  constructor(options: WindowOptions = {}) {
    super(events);
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.options = options;
    this.title = options.title ?? app.name;
    this.visible = options.show !== false;
    this.onTop = options.alwaysOnTop ?? false;
    this.setResizable(options.resizable ?? true);
    this.webContents = new WebContents(options.webPreferences ?? {}, { width, height });
    this.webContents.owner = this;
    this.id = this.webContents.id;
    runtime.windows.set(this.id, this);
    app.emit('web-contents-created', preventable(), this.webContents);
    this.watchPage();
    this.placeOnDesktop('normal');
    if (this.visible) this.takeFocus();
    else this.placeOnDesktop('minimized');
    app.emit('browser-window-created', preventable(), this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...runtime.windows.values()];
  }
  static fromWebContents(contents: WebContents | null | undefined): BrowserWindow | null {
    return contents?.owner ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return runtime.windows.get(id) ?? null;
  }
  static getFocusedWindow(): BrowserWindow | null {
    return runtime.focused;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  loadFile(file: string, options?: { query?: Record<string, string>; hash?: string }) {
    return this.webContents.loadFile(file, options);
  }
  reload(): void {
    this.webContents.reload();
  }
  capturePage() {
    return this.webContents.capturePage();
  }

  show(): void {
    this.appear();
    this.focus();
  }
  showInactive(): void {
    this.appear();
  }
  hide(): void {
    this.mustLive();
    if (!this.visible) return;
    this.visible = false;
    this.blur();
    this.placeOnDesktop('minimized');
    this.emit('hide');
  }
  focus(): void {
    this.mustLive();
    if (!this.isVisible()) return;
    this.takeFocus();
    this.webContents.bringToFront();
  }
  blur(): void {
    if (runtime.focused !== this) return;
    runtime.focused = null;
    this.emit('blur');
    app.emit('browser-window-blur', preventable(), this);
  }
  isVisible(): boolean {
    this.mustLive();
    return this.visible && !this.minimized;
  }
  isFocused(): boolean {
    this.mustLive();
    return runtime.focused === this;
  }

  minimize(): void {
    this.mustLive();
    this.minimized = true;
    this.blur();
    this.placeOnDesktop('minimized');
    this.emit('minimize');
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  restore(): void {
    this.mustLive();
    if (!this.minimized) return;
    this.minimized = false;
    this.placeOnDesktop('normal');
    this.emit('restore');
  }
  maximize(): void {
    this.appear();
    this.maximized = true;
    this.emit('maximize');
  }
  unmaximize(): void {
    this.maximized = false;
    this.emit('unmaximize');
  }
  isMaximized(): boolean {
    return this.maximized;
  }

  getBounds(): Bounds {
    return { ...this.bounds };
  }
  getNormalBounds(): Bounds {
    return { ...this.bounds };
  }
  getContentBounds(): Bounds {
    return { ...this.bounds };
  }
  setBounds(change: Partial<Bounds>): void {
    this.mustLive();
    const before = this.bounds;
    this.bounds = { ...before, ...change };
    const { x, y, width, height } = this.bounds;
    this.placeOnDesktop('normal');
    if (width !== before.width || height !== before.height) {
      if (!runtime.chromium.headed) this.webContents.applySize({ width, height });
      this.emit('resize');
    }
    if (x !== before.x || y !== before.y) this.emit('move');
  }
  getSize(): [number, number] {
    return [this.bounds.width, this.bounds.height];
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  getPosition(): [number, number] {
    return [this.bounds.x, this.bounds.y];
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }

  setAlwaysOnTop(flag: boolean, level = 'floating'): void {
    this.onTop = flag;
    this.note('setAlwaysOnTop', flag, level);
  }
  isAlwaysOnTop(): boolean {
    return this.onTop;
  }
  setTitle(title: string): void {
    this.title = title;
  }
  getTitle(): string {
    return this.title;
  }
  getParentWindow(): BrowserWindow | null {
    return this.options.parent ?? null;
  }
  isModal(): boolean {
    return this.options.modal ?? false;
  }

  close(): void {
    if (this.destroyed || emitPreventable(this, 'close')) return;
    this.destroy();
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    runtime.windows.delete(this.id);
    if (runtime.focused === this) runtime.focused = null;
    this.webContents.dispose();
    this.emit('closed');
    if (runtime.windows.size === 0) app.lastWindowClosed();
  }

  /** The person closed the real window: it is gone, so the app can no longer refuse. */
  pageGone(): void {
    if (this.destroyed) return;
    this.emit('close', preventable());
    this.destroy();
    const someLeft = BrowserWindow.getAllWindows().some((one) => one.isVisible());
    // Without a visible tray nobody could bring a window back.
    if (runtime.chromium.headed && !someLeft) app.quit();
  }

  private watchPage(): void {
    let announced = false;
    const ready = () => {
      if (!announced && !this.destroyed) this.emit('ready-to-show');
      announced = true;
    };
    this.webContents.once('host-first-paint', ready);
    // An empty page never paints.
    this.webContents.once('did-finish-load', () => setTimeout(ready, 200).unref());
    this.webContents.on('page-title-updated', (_event: unknown, title: string) => {
      if (!emitPreventable(this, 'page-title-updated', {}, title, true)) this.title = title;
    });
  }

  private appear(): void {
    this.mustLive();
    this.restore();
    if (this.visible) return;
    this.visible = true;
    this.placeOnDesktop('normal');
    this.emit('show');
  }

  private takeFocus(): void {
    if (runtime.focused === this) return;
    runtime.focused?.blur();
    runtime.focused = this;
    this.emit('focus');
    app.emit('browser-window-focus', preventable(), this);
  }

  private placeOnDesktop(state: 'normal' | 'minimized'): void {
    if (!runtime.chromium.headed) return;
    const { x, y, width, height } = this.bounds;
    // A window without a place of its own is placed by the desktop.
    const place = x === 0 && y === 0 ? { width, height } : { left: x, top: y, width, height };
    this.webContents.placeWindow(state, place).then(
      () => state === 'normal' && this.visible && windowIsOpen(),
      (error) => debug('window', error),
    );
  }
}
