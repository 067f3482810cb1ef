import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshComputer, launchGatehouse, type TestApp } from './launch-app.ts';
import { pictureOnFailure } from './looks.ts';
import { until } from './until.ts';

const computer = freshComputer();
let gatehouse: TestApp;

beforeAll(async () => {
  gatehouse = await launchGatehouse(computer);
});
beforeEach(() => pictureOnFailure(() => gatehouse));
afterAll(async () => {
  await gatehouse?.close();
  computer.remove();
});

describe('what a page can do', () => {
  test('the main window cannot answer approvals; the approval window cannot change anything', async () => {
    const names = (page: TestApp['main']) =>
      page.evaluate(() => Object.keys(window.gatehouse.request).toSorted());
    expect(await names(gatehouse.main)).not.toContain('approvals/answer');
    expect(await names(gatehouse.main)).not.toContain('owner/hand-over');
    expect(await names(gatehouse.approval)).toEqual([
      'approvals/answer',
      'approvals/list',
      'calls/pause',
      'settings/get',
      'status/show',
    ]);
  });

  test('the bridge is frozen, and nothing of Electron or Node stands beside it', async () => {
    const seen = await gatehouse.main.evaluate(() => ({
      frozen: Object.isFrozen(window.gatehouse) && Object.isFrozen(window.gatehouse.request),
      others: ['require', 'process', 'ipcRenderer', 'module', 'Buffer'].filter(
        (name) => name in window,
      ),
      keys: Object.keys(window.gatehouse),
    }));
    expect(seen).toEqual({ frozen: true, others: [], keys: ['request', 'on'] });
  });

  test('input that breaks the contract comes back as a failure', async () => {
    const answer = await gatehouse.main.evaluate(() =>
      window.gatehouse.request['server/show']({ id: '../etc' }),
    );
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bad_arguments' } });
  });

  test('no script that is not of the bundle runs, and nothing outside is reached', async () => {
    const tried = await gatehouse.main.evaluate(async () => {
      const failed = async (act: () => unknown) => {
        try {
          await act();
          return false;
        } catch {
          return true;
        }
      };
      // A debugger may evaluate what the policy forbids; what runs on its own may not.
      const later = (act: () => unknown) =>
        new Promise((resolve, reject) =>
          setTimeout(() => {
            try {
              resolve(act());
            } catch (error) {
              reject(error);
            }
          }),
        );
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.head.append(script);
      const image = new Image();
      const blockedImage = new Promise((resolve) => {
        image.onerror = () => resolve(true);
        image.onload = () => resolve(false);
      });
      image.src = 'https://example.com/x.png';
      return {
        eval: await failed(() => later(() => new Function('return 1')())),
        inline: !('injected' in window),
        fetch: await failed(() => fetch('https://example.com/')),
        outside: await failed(async () => {
          const answer = await fetch('../main/main.js');
          if (!answer.ok) throw new Error('not found');
        }),
        image: await blockedImage,
      };
    });
    expect(tried).toEqual({ eval: true, inline: true, fetch: true, outside: true, image: true });
  });

  test('a frame inside the page gets no bridge, and foreign frames do not load', async () => {
    const frames = await gatehouse.main.evaluate(async () => {
      const load = (src: string) =>
        new Promise<boolean>((resolve) => {
          const frame = document.createElement('iframe');
          frame.onload = () => {
            const inside = (() => {
              try {
                return frame.contentWindow !== null && 'gatehouse' in frame.contentWindow;
              } catch {
                return false; // another origin: out of reach
              }
            })();
            frame.remove();
            resolve(inside);
          };
          setTimeout(() => resolve(false), 2000);
          frame.src = src;
          document.body.append(frame);
        });
      return [await load('about:blank'), await load('./index.html'), await load('https://a.test/')];
    });
    expect(frames).toEqual([false, false, false]);
  });
});

describe('where a page can go', () => {
  test('nowhere: navigation and new windows are refused', async () => {
    const { app, main } = gatehouse;
    const before = main.url();
    await main.evaluate(() => {
      window.open('https://example.com/');
    });
    for (const to of ['https://example.com/', 'approval.html', 'data:text/html,x', 'file:///etc'])
      await main.evaluate((url) => {
        window.location.href = url;
      }, to);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(main.url()).toBe(before);
    await until(() => app.windows().length).toBe(2);
    expect(await main.evaluate(() => 'gatehouse' in window)).toBe(true);
  });

  test('only web links reach the browser, and only from the main window', async () => {
    const { app, main, approval } = gatehouse;
    await app.evaluate(({ shell }) => {
      Object.assign(globalThis, { opened: [] });
      shell.openExternal = async (url) => {
        (globalThis as unknown as { opened: string[] }).opened.push(url);
      };
    });
    const open = (page: TestApp['main'], url: string) =>
      page.evaluate((to) => {
        window.open(to);
      }, url);
    await open(main, 'https://example.com/docs');
    for (const url of ['file:///etc/passwd', 'smb://host/x', 'mailto:a@b.c']) await open(main, url);
    await open(approval, 'https://example.com/from-approval');
    await until(() =>
      app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened),
    ).toEqual(['https://example.com/docs']);
  });

  test('no permission is granted but copying', async () => {
    const states = await gatehouse.main.evaluate(async () => ({
      notifications: Notification.permission,
      geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
      camera: (await navigator.permissions.query({ name: 'camera' })).state,
    }));
    expect(states).toEqual({ notifications: 'denied', geolocation: 'denied', camera: 'denied' });
  });
});
