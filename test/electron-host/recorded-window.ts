import { nativeImage } from './native-image.ts';
import { StrictEmitter } from './strict.ts';

/** The part of a window that only a real desktop can show: each call is kept, for tests to read. */
export class RecordedWindow extends StrictEmitter {
  /** The latest arguments of each call, by its name. */
  readonly record: Record<string, readonly unknown[]> = {};
  protected destroyed = false;
  private resizable = true;
  private fullScreen = false;

  constructor(events: readonly string[]) {
    super('BrowserWindow', events);
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }
  setResizable(resizable: boolean): void {
    this.resizable = resizable;
  }
  isResizable(): boolean {
    return this.resizable;
  }
  setFullScreen(full: boolean): void {
    this.fullScreen = full;
    this.emit(full ? 'enter-full-screen' : 'leave-full-screen');
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  center(): void {
    this.note('center');
  }
  moveTop(): void {
    this.note('moveTop');
  }
  setMenu(menu: unknown): void {
    this.note('setMenu', menu);
  }
  removeMenu(): void {
    this.note('setMenu', null);
  }
  setMenuBarVisibility(visible: boolean): void {
    this.note('setMenuBarVisibility', visible);
  }
  setAutoHideMenuBar(hide: boolean): void {
    this.note('setAutoHideMenuBar', hide);
  }
  setSkipTaskbar(skip: boolean): void {
    this.note('setSkipTaskbar', skip);
  }
  setVisibleOnAllWorkspaces(visible: boolean, options?: unknown): void {
    this.note('setVisibleOnAllWorkspaces', visible, options);
  }
  setContentProtection(enable: boolean): void {
    this.note('setContentProtection', enable);
  }
  flashFrame(flag: boolean): void {
    this.note('flashFrame', flag);
  }
  setProgressBar(progress: number): void {
    this.note('setProgressBar', progress);
  }
  setIcon(icon: unknown): void {
    this.note('setIcon', typeof icon === 'string' ? nativeImage.createFromPath(icon) : icon);
  }
  setBackgroundColor(color: string): void {
    this.note('setBackgroundColor', color);
  }
  setTitleBarOverlay(options: unknown): void {
    this.note('setTitleBarOverlay', options);
  }
  setMinimumSize(width: number, height: number): void {
    this.note('setMinimumSize', width, height);
  }

  protected note(call: string, ...values: readonly unknown[]): void {
    this.mustLive();
    this.record[call] = values;
  }

  protected mustLive(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
  }
}
