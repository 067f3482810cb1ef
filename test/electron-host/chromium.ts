import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cdp } from './cdp.ts';

const keeper = fileURLToPath(new URL('chromium-keeper.sh', import.meta.url));

const candidates = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The system's Chromium: EHOST_CHROMIUM, or the first known place that exists. */
export function findChromium(): string {
  const found = process.env['EHOST_CHROMIUM'] ?? candidates.find((path) => existsSync(path));
  if (found) return found;
  throw new Error('no Chromium found: install it (Debian: apt-get install chromium)');
}

export interface Page {
  readonly targetId: string;
  readonly sessionId: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A running Chromium of the host's own, with a throw-away profile. */
export class Chromium {
  readonly cdp: Cdp;
  readonly url: string;
  readonly headed: boolean;
  private readonly executable: string;
  private readonly profile: string;
  private readonly child: ChildProcess;
  private readonly attached = new Map<string, string>();
  private readonly claims: ((page: Page) => void)[] = [];
  private creating = 0;

  private constructor(
    cdp: Cdp,
    url: string,
    headed: boolean,
    executable: string,
    profile: string,
    child: ChildProcess,
  ) {
    this.cdp = cdp;
    this.url = url;
    this.headed = headed;
    this.executable = executable;
    this.profile = profile;
    this.child = child;
  }

  static async launch(options: { headed: boolean; switches: readonly string[] }) {
    const executable = findChromium();
    const profile = mkdtempSync(join(tmpdir(), 'ehost-chromium-'));
    const args = [...launchSwitches(profile, options.headed), ...options.switches];
    const child = spawn(keeper, [profile, executable, ...args], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: environment(profile),
      // Its own process group: Ctrl+C in the terminal reaches the app, which then closes Chromium.
      detached: true,
    });
    child.stdin?.on('error', () => {}); // the keeper has ended first, which is what closing asks for
    const url = await devToolsUrl(child);
    const chromium = new Chromium(
      await Cdp.connect(url),
      url,
      options.headed,
      executable,
      profile,
      child,
    );
    await chromium.watchTargets();
    return chromium;
  }

  /** Opens a page, paused before its first script; the caller lets it run when it is set up. */
  async openPage(size: Size): Promise<Page> {
    this.creating += 1;
    try {
      return this.headed ? await this.openAppWindow(size) : await this.openHeadlessPage(size);
    } finally {
      this.creating -= 1;
    }
  }

  /** Resolves when Chromium and its profile are gone. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.stdin?.end();
    await gone;
  }

  onGone(listener: () => void): void {
    this.child.once('exit', listener);
  }

  private async watchTargets(): Promise<void> {
    this.cdp.listen('', (event) => {
      if (event.method === 'Target.attachedToTarget') {
        this.onAttached(event.params.targetInfo.targetId, event.params);
      }
    });
    await this.cdp.send('Target.setDiscoverTargets', { discover: true });
    await this.cdp.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }],
    });
  }

  private onAttached(
    targetId: string,
    attached: { sessionId: string; targetInfo: { openerId?: string } },
  ): void {
    this.attached.set(targetId, attached.sessionId);
    if (attached.targetInfo.openerId === undefined) {
      this.claims.shift()?.({ targetId, sessionId: attached.sessionId });
      if (this.creating > 0) return;
    }
    this.refusePopUp(targetId, attached.sessionId).catch(() => {});
  }

  /**
   * Closes a window that a page opened. Its requests are held from before its first one; then it must
   * run, since a paused pop-up can hold up its opener, whose thread it shares, for good.
   */
  private async refusePopUp(targetId: string, sessionId: string): Promise<void> {
    const held = this.cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, sessionId);
    const runs = this.cdp.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
    await Promise.all([held, runs]);
    await this.cdp.send('Target.closeTarget', { targetId });
  }

  private async openHeadlessPage(size: Size): Promise<Page> {
    const { targetId } = await this.cdp.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width: size.width,
      height: size.height,
    });
    const sessionId = this.attached.get(targetId);
    if (sessionId === undefined) throw new Error(`Chromium did not attach to page ${targetId}`);
    return { targetId, sessionId };
  }

  /** A window without tabs and address bar, asked of the running Chromium through its profile. */
  private openAppWindow(size: Size): Promise<Page> {
    const page = new Promise<Page>((resolve) => this.claims.push(resolve));
    const args = [
      '--no-sandbox',
      '--test-type',
      `--user-data-dir=${this.profile}`,
      `--window-size=${size.width},${size.height}`,
      '--app=data:text/html,',
    ];
    spawn(this.executable, args, { stdio: 'ignore', env: environment(this.profile) });
    return page;
  }
}

/** Whatever Chromium writes (sockets, crash reports, caches) goes with its profile. */
function environment(profile: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    XAUTHORITY: process.env['XAUTHORITY'] ?? join(homedir(), '.Xauthority'),
    HOME: profile,
    TMPDIR: profile,
    XDG_CACHE_HOME: profile,
    XDG_CONFIG_HOME: profile,
  };
}

function launchSwitches(profile: string, headed: boolean): string[] {
  return [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-startup-window',
    '--keep-alive-for-test',
    '--disable-background-networking',
    '--disable-breakpad',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-popup-blocking',
    '--disable-sync',
    '--metrics-recording-only',
    '--password-store=basic',
    '--use-mock-keychain',
    '--test-type',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    ...(headed ? [] : ['--headless=new', '--hide-scrollbars']),
  ];
}

function devToolsUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const failed = (why: string) => reject(new Error(`Chromium did not start: ${why}\n${text}`));
    child.once('error', (error) => failed(error.message));
    child.once('exit', (code, signal) => failed(`it ended (${code ?? signal})`));
    child.stderr?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const url = /DevTools listening on (ws:\/\/\S+)/.exec(text)?.[1];
      if (url === undefined) return;
      child.stderr?.removeAllListeners('data').resume();
      resolve(url);
    });
  });
}
