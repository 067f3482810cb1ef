import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Cdp } from './cdp.ts';
import type { Chromium, Page, Size } from './chromium.ts';
import { notModelled } from './strict.ts';
import { ipcBinding, isolatedWorld, isolatedWorldSource, mainWorldSource } from './worlds.ts';

export interface WebPreferences {
  readonly preload?: string;
  readonly additionalArguments?: readonly string[];
  readonly [name: string]: unknown;
}

/** Preferences whose value changes what a page may do, with the only value that is modelled. */
const fixedPreferences: Readonly<Record<string, unknown>> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
};
const recordedPreferences = new Set([
  'preload',
  'additionalArguments',
  'backgroundThrottling',
  'defaultEncoding',
  'devTools',
  'disableDialogs',
  'enableWebSQL',
  'minimumFontSize',
  'navigateOnDragDrop',
  'safeDialogs',
  'session',
  'spellcheck',
]);

export function checkPreferences(preferences: WebPreferences): void {
  for (const [name, value] of Object.entries(preferences)) {
    if (value === undefined || recordedPreferences.has(name)) continue;
    if (!(name in fixedPreferences) || fixedPreferences[name] !== value) {
      throw notModelled(`webPreferences.${name}: ${String(value)}`);
    }
  }
}

export interface PageOptions {
  readonly size: Size;
  readonly colorScheme: 'light' | 'dark';
  readonly preferences: WebPreferences;
}

/** Opens a page with the preload and the request hooks in place before its first script runs. */
export async function openPage(
  chromium: Chromium,
  options: PageOptions,
  listen: (page: Page) => void,
): Promise<Page & { mainFrameId: string }> {
  const page = await chromium.openPage(options.size);
  const { cdp } = chromium;
  const send: Cdp['send'] = (method, params) => cdp.send(method, params, page.sessionId);
  listen(page);

  const secret = `ehost-${randomBytes(16).toString('hex')}-`;
  const preloadFile = options.preferences.preload;
  const preload = preloadFile
    ? { file: preloadFile, text: readFileSync(preloadFile, 'utf8') }
    : { file: 'no preload', text: '' };
  const facts = {
    platform: process.platform,
    arch: process.arch,
    versions: { ...process.versions },
    argv: [process.argv[0] ?? '', ...(options.preferences.additionalArguments ?? [])],
  };
  const settingUp = Promise.all([
    send('Page.enable'),
    send('Runtime.enable'),
    send('Page.setLifecycleEventsEnabled', { enabled: true }),
    send('Runtime.addBinding', { name: ipcBinding, executionContextName: isolatedWorld }),
    send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldSource(secret) }),
    send('Page.addScriptToEvaluateOnNewDocument', {
      source: isolatedWorldSource(secret, facts, preload),
      worldName: isolatedWorld,
    }),
    send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    setColorScheme(send, options.colorScheme),
    chromium.headed ? undefined : setSize(send, options.size),
  ]);
  // Sent before the page may run; Chromium answers some of them only once it does.
  await Promise.all([settingUp, send('Runtime.runIfWaitingForDebugger')]);
  const { frameTree } = await send('Page.getFrameTree');
  return { ...page, mainFrameId: frameTree.frame.id };
}

export function setColorScheme(send: Cdp['send'], colorScheme: 'light' | 'dark') {
  return send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: colorScheme }],
  });
}

export function setSize(send: Cdp['send'], { width, height }: Size) {
  return send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  });
}
