import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFixture } from './running-fixture.ts';

let fixture: Awaited<ReturnType<typeof startFixture>>;

beforeAll(async () => {
  fixture = await startFixture(['--no-window', '--lang=zh-CN']);
});
afterAll(() => fixture.stop());

describe('windows', () => {
  test('show, focus, hide, minimise and close behave and announce themselves', async () => {
    const got = await fixture.app.evaluate(({ BrowserWindow }) => {
      const { window, loaded } = globalThis.openWindow();
      loaded.catch(() => {});
      const log: string[] = [];
      for (const name of ['show', 'hide', 'focus', 'blur', 'minimize', 'restore', 'closed']) {
        window.on(name as 'show', () => log.push(name));
      }
      const state = () => [window.isVisible(), window.isFocused(), window.isMinimized()].join();
      const states = [state()];
      window.showInactive();
      states.push(state());
      window.focus();
      states.push(state());
      window.minimize();
      states.push(state());
      window.restore();
      states.push(state());
      window.hide();
      states.push(state());
      window.close();
      return {
        log,
        states,
        gone: window.isDestroyed(),
        left: BrowserWindow.getAllWindows().length,
      };
    });
    expect(got.states).toEqual([
      'false,false,false',
      'true,false,false',
      'true,true,false',
      'false,false,true',
      'true,false,false',
      'false,false,false',
    ]);
    expect(got.log).toEqual(['show', 'focus', 'blur', 'minimize', 'restore', 'hide', 'closed']);
    expect([got.gone, got.left]).toEqual([true, 0]);
  });

  test('only one window has the focus', async () => {
    const focused = await fixture.app.evaluate(({ BrowserWindow }) => {
      const first = globalThis.openWindow({ show: true }).window;
      const second = globalThis.openWindow({ show: true, alwaysOnTop: true }).window;
      const result = [first.isFocused(), second.isFocused(), second.isAlwaysOnTop()];
      first.show();
      result.push(first.isFocused(), BrowserWindow.getFocusedWindow() === first);
      first.destroy();
      second.destroy();
      return result;
    });
    expect(focused).toEqual([false, true, true, true, true]);
  });

  test('an app can refuse to close; destroy does not ask', async () => {
    const got = await fixture.app.evaluate(() => {
      const { window } = globalThis.openWindow();
      window.on('close', (event) => event.preventDefault());
      window.close();
      const kept = !window.isDestroyed();
      window.destroy();
      const use = () => {
        try {
          window.show();
          return 'nothing';
        } catch (error) {
          return String(error);
        }
      };
      return [kept, window.isDestroyed(), use()];
    });
    expect(got).toEqual([true, true, 'TypeError: Object has been destroyed']);
  });

  test('ready-to-show comes before the window is shown, and the page can be captured', async () => {
    const got = await fixture.app.evaluate(async () => {
      const { window, loaded } = globalThis.openWindow({ width: 320, height: 200 });
      const ready = new Promise<void>((resolve) => window.once('ready-to-show', () => resolve()));
      await loaded;
      await ready;
      const size = (await window.capturePage()).getSize();
      const title = window.getTitle();
      window.destroy();
      return { size, title };
    });
    expect(got).toEqual({ size: { width: 320, height: 200 }, title: 'Fixture page' });
  });

  test('a failed load rejects with its reason', async () => {
    const refused = fixture.app.evaluate(async () => {
      const { window } = globalThis.openWindow();
      try {
        await window.loadFile('no-such-file.html');
      } finally {
        window.destroy();
      }
    });
    await expect(refused).rejects.toThrow('ERR_FILE_NOT_FOUND');
  });

  test('calls that only a desktop can show are kept for tests', async () => {
    const record = await fixture.app.evaluate(() => {
      const { window } = globalThis.openWindow();
      window.setSkipTaskbar(true);
      window.setAlwaysOnTop(true, 'screen-saver');
      const [facts] = globalThis.__ehost.windows();
      window.destroy();
      return facts?.record;
    });
    expect(record).toEqual({ setSkipTaskbar: [true], setAlwaysOnTop: [true, 'screen-saver'] });
  });
});

describe('tray, menus and notifications', () => {
  test("a tray's menu item runs its click", async () => {
    const [tray, seen] = await fixture.app.evaluate(() => {
      const [only] = globalThis.__ehost.trays;
      only?.menu?.getMenuItemById('greet')?.click();
      return [[only?.toolTip, only?.menu?.items.length], globalThis.seen] as const;
    });
    expect(tray).toEqual(['Fixture', 1]);
    expect(seen).toContainEqual(['greeted']);
  });

  test('menu items toggle, stay idle when disabled, and act by role', async () => {
    const got = await fixture.app.evaluate(({ Menu }) => {
      const log: string[] = [];
      const menu = Menu.buildFromTemplate([
        { id: 'box', label: 'Box', type: 'checkbox', click: (item) => log.push(`${item.checked}`) },
        { id: 'off', label: 'Off', enabled: false, click: () => log.push('off') },
        { label: 'More', submenu: [{ id: 'inner', label: 'Inner' }] },
      ]);
      Menu.setApplicationMenu(menu);
      menu.getMenuItemById('box')?.click();
      menu.getMenuItemById('off')?.click();
      const inner = menu.getMenuItemById('inner')?.label;
      return { log, inner, same: Menu.getApplicationMenu() === menu };
    });
    expect(got).toEqual({ log: ['true'], inner: 'Inner', same: true });
  });

  test('a notification is kept and can be clicked', async () => {
    const got = await fixture.app.evaluate(async ({ Notification }) => {
      const log: unknown[] = [];
      const one = new Notification({ title: 'Approve?', body: 'files', urgency: 'critical' });
      one.on('click', () => log.push('click'));
      one.on('action', (_event, index) => log.push(index));
      const shown = new Promise<void>((resolve) => one.once('show', () => resolve()));
      one.show();
      await shown;
      const [kept] = globalThis.__ehost.notifications;
      kept?.click();
      kept?.clickAction(1);
      return [kept?.title, kept?.body, kept?.urgency, log];
    });
    expect(got).toEqual(['Approve?', 'files', 'critical', ['click', 1]]);
  });
});

describe('services', () => {
  test('dialogs take the prepared answers in order, and are cancelled without one', async () => {
    const got = await fixture.app.evaluate(async ({ dialog }) => {
      globalThis.__ehost.dialogAnswers.push({ canceled: false, filePaths: ['/a'] });
      return [
        await dialog.showOpenDialog({ properties: ['openDirectory'] }),
        await dialog.showOpenDialog({}),
        await dialog.showMessageBox({ message: 'Sure?', buttons: ['Yes', 'No'], cancelId: 1 }),
        globalThis.__ehost.dialogs.map(({ kind }) => kind),
      ];
    });
    expect(got).toEqual([
      { canceled: false, filePaths: ['/a'] },
      { canceled: true, filePaths: [] },
      { response: 1, checkboxChecked: false },
      ['open', 'open', 'message'],
    ]);
  });

  test('the shell opens nothing and keeps what it was asked', async () => {
    const calls = await fixture.app.evaluate(async ({ shell }) => {
      await shell.openExternal('https://example.com/');
      shell.showItemInFolder('/tmp/x');
      return globalThis.__ehost.shellCalls;
    });
    expect(calls).toEqual([
      { call: 'openExternal', target: 'https://example.com/' },
      { call: 'showItemInFolder', target: '/tmp/x' },
    ]);
  });

  test('clipboard, shortcuts, displays and images', async () => {
    const got = await fixture.app.evaluate(
      async ({ clipboard, globalShortcut, screen, nativeImage }) => {
        await clipboard.writeText('token');
        let pressed = 0;
        globalShortcut.register('CommandOrControl+Shift+G', () => {
          pressed += 1;
        });
        globalThis.__ehost.pressShortcut('CommandOrControl+Shift+G');
        return [
          await clipboard.readText(),
          pressed,
          screen.getPrimaryDisplay().workArea.height,
          nativeImage.createFromPath('/no/such.png').isEmpty(),
        ];
      },
    );
    expect(got).toEqual(['token', 1, 1050, true]);
  });

  test('the app knows its name, version, paths and language', async () => {
    const got = await fixture.app.evaluate(({ app }) => {
      app.setPath('logs', '/tmp/logs');
      app.setLoginItemSettings({ openAtLogin: true });
      app.setAppUserModelId('dev.fixture');
      return [
        app.getName(),
        app.getVersion(),
        app.isPackaged,
        app.getPath('userData'),
        app.getPath('logs'),
        app.getLocale(),
        app.dock === undefined,
        app.getLoginItemSettings().openAtLogin,
        globalThis.__ehost.app.appUserModelId,
        typeof process.versions['electron'],
      ];
    });
    expect(got).toEqual([
      'Fixture',
      '1.2.3',
      false,
      `${fixture.home}/config/Fixture`,
      '/tmp/logs',
      'zh-CN',
      true,
      true,
      'dev.fixture',
      'string',
    ]);
  });
});

describe('what is not modelled', () => {
  const attempts: Record<string, [RegExp, (electron: typeof Electron) => unknown]> = {
    'a call': [/^app\.setBadgeCount is not modelled/, ({ app }) => app.setBadgeCount(1)],
    'a property': [/^Setting app\.badgeCount is/, ({ app }) => Reflect.set(app, 'badgeCount', 1)],
    'a module': [
      /^safeStorage\.encryptString is/,
      ({ safeStorage }) => safeStorage.encryptString('x'),
    ],
    'a class': [/^WebContentsView is/, ({ WebContentsView }) => new WebContentsView()],
    'a method of an instance': [
      /^Tray\.displayBalloon is/,
      ({ Tray, nativeImage }) => {
        const tray = new Tray(nativeImage.createEmpty());
        try {
          tray.displayBalloon({ title: 'x', content: 'y' });
        } finally {
          tray.destroy();
        }
      },
    ],
    'a static method': [
      /^Menu\.sendActionToFirstResponder is/,
      ({ Menu }) => Menu.sendActionToFirstResponder('copy:'),
    ],
    'an event': [
      /^app event 'gpu-info-update' is/,
      ({ app }) => app.on('gpu-info-update', () => {}),
    ],
    'a web preference': [
      /^webPreferences\.sandbox: false is/,
      ({ BrowserWindow }) => new BrowserWindow({ webPreferences: { sandbox: false } }),
    ],
    'a session of its own': [
      /^session\.fromPartition is/,
      ({ session }) => session.fromPartition('persist:x'),
    ],
    'a menu role': [
      /^choosing a menu item of role 'services' is/,
      ({ MenuItem }) => new MenuItem({ role: 'services' }).click(),
    ],
  };

  for (const [what, [message, attempt]] of Object.entries(attempts)) {
    test(`${what} throws by name`, async () => {
      const refusal = await fixture.app.evaluate((electron, text) => {
        const run: (electron: unknown) => unknown = new Function(`return (${text})`)();
        try {
          run(electron);
          return ['nothing was thrown', ''];
        } catch (error) {
          return error instanceof Error ? [error.name, error.message] : [String(error), ''];
        }
      }, attempt.toString());
      expect(refusal[0]).toBe('ElectronHostError');
      expect(refusal[1]).toMatch(message);
    });
  }
});
