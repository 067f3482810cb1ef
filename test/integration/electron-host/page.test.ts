import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFixture } from './running-fixture.ts';

declare global {
  interface Window {
    api: {
      version: number;
      nested: { list: number[] };
      echo(value: unknown): Promise<unknown>;
      fail(): Promise<unknown>;
      missing(): Promise<unknown>;
      say(text: string): void;
      onSaid(callback: (text: string) => void): () => void;
      same(value: unknown): unknown;
      later(value: unknown): Promise<unknown>;
      throws(): void;
      unmodelled(): void;
      needs(name: string): string;
      surroundings(): unknown[];
    };
  }
}

let fixture: Awaited<ReturnType<typeof startFixture>>;
let page: Page;

beforeAll(async () => {
  fixture = await startFixture();
  page = await fixture.app.firstWindow();
  await page.getByRole('heading', { name: 'Fixture' }).waitFor();
});
afterAll(() => fixture.stop());

const seen = () => fixture.app.evaluate(() => globalThis.seen);

describe('contextBridge', () => {
  test('shows the page a frozen copy of the API and nothing of Electron', async () => {
    const facts = await page.evaluate(() => [
      window.api.version,
      Object.isFrozen(window.api) && Object.isFrozen(window.api.nested.list),
      Object.getOwnPropertyDescriptor(window, 'api')?.writable,
      Reflect.has(window, 'require') || Reflect.has(window, 'process'),
      Object.keys(window).filter((key) => key.includes('ehost')),
    ]);
    expect(facts).toEqual([1, true, false, false, []]);
  });

  test('carries values, results of functions, callbacks and errors across the worlds', async () => {
    const facts = await page.evaluate(async () => {
      const value = { list: [1n, new Date(5)], map: new Map([['a', new Set([1])]]) };
      const back = window.api.same(value) as typeof value;
      const thrown = (() => {
        try {
          window.api.throws();
          return undefined;
        } catch (error) {
          return error instanceof RangeError && error.message;
        }
      })();
      return [
        back.list[0] === 1n,
        back.list[1] instanceof Date,
        back.map.get('a')?.has(1),
        await window.api.later('x'),
        (window.api.same((n: number) => n + 1) as (n: number) => number)(1),
        thrown,
      ];
    });
    expect(facts).toEqual([true, true, true, { value: 'x' }, 2, 'too far']);
  });

  test('gives the preload a limited require and process', async () => {
    expect(await page.evaluate(() => window.api.surroundings())).toEqual([
      'string',
      true,
      'renderer',
    ]);
    const refused = page.evaluate(() => window.api.needs('node:fs'));
    await expect(refused).rejects.toThrow('module not found: node:fs');
  });

  test('throws by name for an ipcRenderer call that is not modelled', async () => {
    const refused = page.evaluate(() => window.api.unmodelled());
    await expect(refused).rejects.toThrow('ipcRenderer.sendSync is not modelled');
  });
});

describe('ipc', () => {
  test('invoke reaches the handler with the sending frame and answers', async () => {
    expect(await page.evaluate(() => window.api.echo({ deep: [1, { b: 2 }] }))).toEqual({
      deep: [1, { b: 2 }],
    });
    expect(await seen()).toContainEqual(['echo', 'app://bundle/index.html', 1]);
  });

  test("a handler's error and a missing handler reject with Electron's words", async () => {
    const failed = page.evaluate(() => window.api.fail());
    await expect(failed).rejects.toThrow(
      "Error invoking remote method 'fail': TypeError: no such thing",
    );
    const missing = page.evaluate(() => window.api.missing());
    await expect(missing).rejects.toThrow("No handler registered for 'missing'");
  });

  test('functions cannot be sent', async () => {
    const refused = page.evaluate(() => window.api.echo(() => 1));
    await expect(refused).rejects.toThrow('An object could not be cloned.');
  });

  test('send, reply and webContents.send arrive in order', async () => {
    await page.evaluate(() => window.api.say('hello'));
    await page.getByText('hello!').waitFor();
    await page.evaluate(() => {
      const got: string[] = [];
      window.api.onSaid((text) => got.push(text));
      Reflect.set(window, 'got', got);
    });
    await fixture.app.evaluate(({ BrowserWindow }) => {
      for (let n = 0; n < 200; n += 1) {
        BrowserWindow.getAllWindows()[0]?.webContents.send('said', String(n));
      }
    });
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'got')))
      .toEqual(Array.from({ length: 200 }, (_, n) => String(n)));
  });

  test('a second handler for one channel is refused', async () => {
    const refused = fixture.app.evaluate(({ ipcMain }) => ipcMain.handle('echo', () => 1));
    await expect(refused).rejects.toThrow("register a second handler for 'echo'");
  });
});

describe('protocol and security', () => {
  test('the app scheme is served by the handler, in a secure context, with its policy', async () => {
    const facts = await page.evaluate(async () => [
      window.isSecureContext,
      await fetch('./index.html').then((response) => response.status),
      await fetch('./none.html').then((response) => response.status),
      await fetch('https://elsewhere.invalid/').catch((error) => error.name),
      (() => {
        const script = document.createElement('script');
        script.textContent = 'window.planted = 1';
        document.head.append(script);
        return Reflect.get(window, 'planted') ?? 'blocked';
      })(),
    ]);
    expect(facts).toEqual([true, 200, 404, 'TypeError', 'blocked']);
  });

  test('a navigation away is announced and can be prevented', async () => {
    const ended = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
    await page.evaluate(() => document.querySelector<HTMLElement>('#away')?.click());
    await ended;
    await expect.poll(seen).toContainEqual(['will-navigate', 'https://elsewhere.invalid/']);
    const [window] = await fixture.app.evaluate(() => globalThis.__ehost.windows());
    expect(window?.url).toBe('app://bundle/index.html');
  });

  test('a reload by the page is announced, one from outside is not', async () => {
    const announced = async () =>
      (await seen()).filter(
        ([what, url]) => what === 'will-navigate' && url === 'app://bundle/index.html',
      ).length;
    await page.reload();
    await page.getByRole('heading', { name: 'Fixture' }).waitFor();
    expect(await announced()).toBe(0);
    await page.evaluate(() => location.reload());
    await expect.poll(announced).toBe(1);
    await page.getByRole('heading', { name: 'Fixture' }).waitFor();
  });

  test('a load that changes only the part after # keeps the document', async () => {
    await page.evaluate(() => Reflect.set(window, 'kept', true));
    const url = await fixture.app.evaluate(async ({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      await window?.loadURL('app://bundle/index.html#/there');
      return window?.webContents.getURL();
    });
    expect(url).toBe('app://bundle/index.html#/there');
    expect(await page.evaluate(() => [Reflect.get(window, 'kept'), location.hash])).toEqual([
      true,
      '#/there',
    ]);
  });

  test('the app hears of keys that are pressed in the page', async () => {
    await page.keyboard.press('Shift+Escape');
    await expect.poll(seen).toContainEqual(['key', 'keyDown', 'Escape', true]);
  });

  test('the app is not asked for an icon that no page names', async () => {
    const asked = (await seen()).filter(([what]) => what === 'asked').map(([, url]) => url);
    expect(asked).not.toContain('app://bundle/favicon.ico');
  });

  test('a pop-up goes to the window-open handler, never opens and asks the network nothing', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    await page.evaluate((target) => {
      window.open(target);
      document.querySelector<HTMLElement>('#popup')?.click();
    }, url);
    await expect.poll(seen).toContainEqual(['window-open', url]);
    await expect.poll(seen).toContainEqual(['window-open', 'https://popup.invalid/']);
    await expect.poll(() => fixture.app.windows().length).toBe(1);
    expect(await page.evaluate(() => document.title)).toBe('Fixture page');
    expect(requests).toBe(0);
    server.close();
  });

  test('a permission that the app denies is denied to the page', async () => {
    expect(await seen()).toContainEqual(['permission', 'notifications', 'app://bundle/']);
    const state = await page.evaluate(async () => [
      (await navigator.permissions.query({ name: 'geolocation' })).state,
      await navigator.clipboard.writeText('x').catch((error) => error.name),
    ]);
    expect(state).toEqual(['denied', 'NotAllowedError']);
  });

  test('the theme reaches the page', async () => {
    const dark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
    expect(await dark()).toBe(false);
    await fixture.app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'dark';
    });
    await expect.poll(dark).toBe(true);
    await fixture.app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = 'system';
    });
    await expect.poll(dark).toBe(false);
    await fixture.app.evaluate(() => globalThis.__ehost.changeSystemTheme('dark'));
    await expect.poll(dark).toBe(true);
  });

  test('a page takes the size of its window', async () => {
    await fixture.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ width: 500, height: 400 }),
    );
    await expect
      .poll(() => page.evaluate(() => [window.innerWidth, window.innerHeight]))
      .toEqual([500, 400]);
  });
});

describe('a page that crashes', () => {
  test('is announced and comes back on reload', async () => {
    await fixture.app.evaluate(() => globalThis.__ehost.crash(1));
    await expect.poll(seen).toContainEqual(['gone', 'crashed']);
    const alive = await fixture.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!contents) return 'no window';
      const crashed = contents.isCrashed();
      const loaded = new Promise<void>((resolve) =>
        contents.once('did-finish-load', () => resolve()),
      );
      contents.reload();
      await loaded;
      return [crashed, contents.isCrashed(), await contents.executeJavaScript('api.version')];
    });
    expect(alive).toEqual([true, false, 1]);
  });
});
