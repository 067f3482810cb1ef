import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshComputer, launchGatehouse, type TestApp, windowFacts } from './launch-app.ts';
import { pictureOnFailure, setSettings } from './looks.ts';
import { addFilesServer, endOf, startWrite, waiting } from './ready-server.ts';
import { until } from './until.ts';

// Trays, notifications and native dialogs can only be looked at on the stand-in host.
const onHost = process.env['GATEHOUSE_REAL_ELECTRON'] !== '1';
const computer = freshComputer();
let gatehouse: TestApp;

describe.runIf(onHost)('beside the windows', () => {
  beforeAll(async () => {
    gatehouse = await launchGatehouse(computer);
    await addFilesServer(gatehouse);
  });
  beforeEach(() => pictureOnFailure(() => gatehouse));
  afterAll(async () => {
    await gatehouse?.close();
    computer.remove();
  });

  const tray = () =>
    gatehouse.app.evaluate(() => {
      const [icon] = globalThis.__ehost.trays;
      const labels = (icon?.menu?.items ?? []).map(({ label }) => label);
      return { toolTip: icon?.toolTip, labels, empty: icon?.image.isEmpty() };
    });
  const choose = (label: string) =>
    gatehouse.app.evaluate((_electron, wanted) => {
      const item = globalThis.__ehost.trays[0]?.menu?.items.find((one) => one.label === wanted);
      if (item === undefined) throw new Error(`no item ${wanted}`);
      item.click();
    }, label);
  const visible = async (page: 'index' | 'approval') =>
    (await windowFacts(gatehouse.app, page))?.visible;

  test('the tray shows how things stand, and pauses and resumes all calls', async () => {
    const { main } = gatehouse;
    const paused = () =>
      main.evaluate(async () => {
        const answer = await window.gatehouse.request['status/show']({});
        return answer.ok && answer.value.paused;
      });
    await until(async () => (await tray()).labels).toContain('Pause all calls');
    expect((await tray()).empty).toBe(false);
    await choose('Pause all calls');
    await until(async () => (await tray()).toolTip).toBe('Gatehouse: All calls are paused');
    expect(await paused()).toBe(true);
    await main.getByText('Calls are paused').waitFor();
    await choose('Resume calls');
    await until(paused).toBe(false);
    await until(async () => (await tray()).labels).toContain('Pause all calls');
  });

  test('one notification per question; a click opens it, and nothing there allows', async () => {
    const { app, main, approval } = gatehouse;
    const notes = () =>
      app.evaluate(() =>
        globalThis.__ehost.notifications.map(({ title, body, actions, state }) => ({
          ...{ title, body, actions: actions.length, state },
        })),
      );
    await startWrite(main, join(computer.files, 'x.txt'), 'noted');
    await until(async () => (await notes()).length).toBe(1);
    expect(await notes()).toEqual([
      {
        title: 'write_file on Files waits for you',
        body: 'Click to see the whole call and to decide.',
        actions: 0,
        state: 'shown',
      },
    ]);
    await until(async () => (await tray()).toolTip).toBe('Gatehouse: 1 call waits for you');
    await app.evaluate(() => globalThis.__ehost.notifications[0]?.click());
    await until(async () => (await windowFacts(app, 'approval'))?.focused).toBe(true);
    expect(await endOf(main, 'noted')).toBe('waiting');

    // Esc puts it off: it waits on, out of sight, and the tray brings it back.
    await app.evaluate(({ BrowserWindow }) => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        if (webContents.getURL().includes('approval.html'))
          webContents.emit('before-input-event', {}, { type: 'keyDown', key: 'Escape' });
    });
    await until(() => visible('approval')).toBe(false);
    expect(await waiting(main)).toHaveLength(1);
    await choose('1 call waits for you');
    await until(() => visible('approval')).toBe(true);
    await approval.getByRole('button', { name: 'Deny', exact: true }).click();
    await until(() => endOf(main, 'noted')).toBe('denied');
    await until(async () => (await notes()).map(({ state }) => state)).toEqual(['closed']);
  });

  test('a server in the tray leads to its page', async () => {
    const { main } = gatehouse;
    await main.evaluate(() => window.gatehouse.request['server/connect']({ id: 'files' }));
    await main.getByRole('link', { name: /^Settings/ }).click();
    await until(async () => (await tray()).labels).toContain('Files: running');
    await choose('Files: running');
    await main.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
  });

  test('closing the window asks once, and the answer is kept', async () => {
    const { app, main } = gatehouse;
    const answer = (response: number, checkboxChecked: boolean) =>
      app.evaluate((_electron, value) => globalThis.__ehost.dialogAnswers.push(value), {
        response,
        checkboxChecked,
      });
    const close = () =>
      app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows())
          if (window.webContents.getURL().includes('index.html')) window.close();
      });
    const asked = () =>
      app.evaluate(
        () => globalThis.__ehost.dialogs.filter(({ kind }) => kind === 'message').length,
      );
    await answer(2, false);
    await close();
    await until(asked).toBe(1);
    expect(await visible('index')).toBe(true);
    await answer(0, true);
    await close();
    await until(() => visible('index')).toBe(false);
    await choose('Open Gatehouse');
    await until(() => visible('index')).toBe(true);
    await close();
    await until(() => visible('index')).toBe(false);
    expect(await asked()).toBe(2);
    await choose('Open Gatehouse');
    expect(
      await main.evaluate(async () => {
        const settings = await window.gatehouse.request['settings/get']({});
        return settings.ok && settings.value.close_to_tray;
      }),
    ).toBe('yes');
  });

  test('tray and theme follow the settings', async () => {
    const { app, main } = gatehouse;
    await setSettings(main, { language: 'zh-CN', theme: 'dark' });
    await until(async () => (await tray()).labels).toContain('暂停全部调用');
    expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    await setSettings(main, { language: 'en', theme: 'system' });
    await until(async () => (await tray()).labels).toContain('Pause all calls');
    expect(await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('system');
  });

  test('a window that crashes comes back', async () => {
    const { app, main } = gatehouse;
    await app.evaluate(({ BrowserWindow }) => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        if (webContents.getURL().includes('index.html')) webContents.forcefullyCrashRenderer();
    });
    await until(() =>
      app.evaluate(async ({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows().find(
          ({ webContents }) =>
            webContents.getURL().includes('index.html') && !webContents.isCrashed(),
        );
        return window?.webContents.executeJavaScript(
          "document.querySelector('nav') !== null && 'gatehouse' in window",
        );
      }),
    ).toBe(true);
    expect(main.isClosed()).toBe(false);
  });
});
