import inspector from 'node:inspector';
import type Electron from 'electron';
import { getPath, setPath } from './app-paths.ts';
import { runtime } from './runtime.ts';
import { SingleInstance } from './single-instance.ts';
import { emitPreventable, preventable, StrictEmitter, strict } from './strict.ts';

const events = [
  // emitted by the host
  'before-quit',
  'browser-window-blur',
  'browser-window-created',
  'browser-window-focus',
  'quit',
  'ready',
  'render-process-gone',
  'second-instance',
  'web-contents-created',
  'will-finish-launching',
  'will-quit',
  'window-all-closed',
  // never come by themselves here; a test may emit them
  'accessibility-support-changed',
  'activate',
  'certificate-error',
  'child-process-gone',
  'continue-activity',
  'login',
  'open-file',
  'open-url',
  'select-client-certificate',
];

class CommandLine {
  private readonly own = new Map<string, string>();

  appendSwitch(name: string, value = ''): void {
    this.own.set(name, value);
  }
  appendArgument(value: string): void {
    this.own.set(value, '');
  }
  removeSwitch(name: string): void {
    this.own.delete(name);
  }
  hasSwitch(name: string): boolean {
    return this.own.has(name) || runtime.config.switches.has(name);
  }
  getSwitchValue(name: string): string {
    return this.own.get(name) ?? runtime.config.switches.get(name) ?? '';
  }
  /** What the app added, for Chromium. */
  appended(): ReadonlyMap<string, string> {
    return this.own;
  }
}

/** Things an app tells the desktop that have no effect here; tests read them back. */
export interface AppRecord {
  appUserModelId?: string;
  loginItem?: Electron.Settings;
  aboutPanel?: Electron.AboutPanelOptionsOptions;
  protocolClients: string[];
  hardwareAcceleration: boolean;
}

class App extends StrictEmitter {
  name = 'Electron';
  isPackaged = false;
  readonly dock = undefined;
  readonly commandLine = strict('app.commandLine', new CommandLine());
  readonly record: AppRecord = { protocolClients: [], hardwareAcceleration: true };
  private readonly readiness = Promise.withResolvers<void>();
  private readonly instance = new SingleInstance();

  constructor() {
    super('app', events);
  }

  whenReady(): Promise<void> {
    return this.readiness.promise;
  }
  isReady(): boolean {
    return runtime.ready;
  }
  getName(): string {
    return this.name;
  }
  setName(name: string): void {
    this.name = name;
  }
  getVersion(): string {
    return runtime.config.version;
  }
  getAppPath(): string {
    return runtime.config.appPath;
  }
  getPath(name: string): string {
    return getPath(name);
  }
  setPath(name: string, path: string): void {
    setPath(name, path);
  }
  setAppLogsPath(path?: string): void {
    if (path !== undefined) setPath('logs', path);
  }
  /** `--lang`, else the environment's language, as on Linux. */
  getLocale(): string {
    return this.commandLine.getSwitchValue('lang') || this.getSystemLocale();
  }
  getSystemLocale(): string {
    const { LC_ALL, LC_MESSAGES, LANG } = process.env;
    const [language = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split('.');
    return /^[a-z]{2}/.test(language) ? language.replace('_', '-') : 'en-US';
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getSystemLocale()];
  }
  getLocaleCountryCode(): string {
    return this.getSystemLocale().split('-')[1] ?? '';
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    return this.instance.request(additionalData, async (second) => {
      await this.readiness.promise;
      const { argv, workingDirectory } = second;
      this.emit('second-instance', preventable(), argv, workingDirectory, second.additionalData);
    });
  }
  hasSingleInstanceLock(): boolean {
    return this.instance.held;
  }
  releaseSingleInstanceLock(): void {
    this.instance.release();
  }

  setLoginItemSettings(settings: Electron.Settings): void {
    this.record.loginItem = settings;
  }
  getLoginItemSettings() {
    return {
      openAtLogin: this.record.loginItem?.openAtLogin ?? false,
      openAsHidden: false,
      wasOpenedAtLogin: false,
      wasOpenedAsHidden: false,
      restoreState: false,
      status: 'not-registered',
      executableWillLaunchAtLogin: false,
      launchItems: [],
    };
  }
  setAppUserModelId(id: string): void {
    this.record.appUserModelId = id;
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    this.record.aboutPanel = options;
  }
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.record.protocolClients.push(scheme);
    return true;
  }
  removeAsDefaultProtocolClient(scheme: string): boolean {
    const at = this.record.protocolClients.indexOf(scheme);
    if (at >= 0) this.record.protocolClients.splice(at, 1);
    return at >= 0;
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.record.protocolClients.includes(scheme);
  }
  disableHardwareAcceleration(): void {
    if (runtime.ready) {
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    }
    this.record.hardwareAcceleration = false;
  }
  /** Every page of this host is sandboxed already. */
  enableSandbox(): void {
    if (runtime.ready) {
      throw new Error('app.enableSandbox() can only be called before app is ready');
    }
  }
  focus(): void {
    const [first] = [...runtime.windows.values()].filter((one) => one.isVisible());
    first?.focus();
  }

  /** before-quit, every window's close, will-quit, quit: each may be prevented on the way. */
  quit(): void {
    if (runtime.quitting) return;
    runtime.quitting = true;
    runtime.quitting = this.tryToQuit();
    if (runtime.quitting) this.exit(0);
  }

  exit(code = 0): void {
    runtime.quitting = true;
    for (const window of [...runtime.windows.values()]) window.destroy();
    this.emit('quit', preventable(), code);
    this.instance.release();
    endProcess(code);
  }

  /** Called by the host when Chromium is up. */
  becomeReady(): void {
    this.emit('will-finish-launching');
    runtime.ready = true;
    this.readiness.resolve();
    this.emit('ready', preventable(), {});
  }

  /** Called by the host when the last window has closed. */
  lastWindowClosed(): void {
    if (runtime.quitting) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  private tryToQuit(): boolean {
    if (emitPreventable(this, 'before-quit')) return false;
    for (const window of [...runtime.windows.values()]) {
      window.close();
      if (!window.isDestroyed()) return false;
    }
    return !emitPreventable(this, 'will-quit');
  }
}

async function endProcess(code: number): Promise<void> {
  await runtime.chromiumIfRunning?.stop();
  // Playwright keeps its debugger connected until it reads this line, which Electron prints too.
  if (inspector.url() !== undefined) console.error('Waiting for the debugger to disconnect...');
  process.exit(code);
}

export const app = new App();
