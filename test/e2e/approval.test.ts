import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshComputer, launchGatehouse, type TestApp, windowFacts } from './launch-app.ts';
import { pictureOnFailure, setSettings } from './looks.ts';
import { addFilesServer, endOf, startWrite, waiting } from './ready-server.ts';
import { until } from './until.ts';

const computer = freshComputer();
const target = join(computer.files, 'out.txt');
let gatehouse: TestApp;

beforeAll(async () => {
  gatehouse = await launchGatehouse(computer);
  await addFilesServer(gatehouse);
});
beforeEach(() => pictureOnFailure(() => gatehouse));
afterAll(async () => {
  await gatehouse?.close();
  computer.remove();
});

const visible = async () => (await windowFacts(gatehouse.app, 'approval'))?.visible;
const shown = async (text: string) => {
  await until(visible).toBe(true);
  await gatehouse.approval.getByText(text).first().waitFor();
};
const lastDecision = () =>
  gatehouse.main.evaluate(async () => {
    const answer = await window.gatehouse.request['journal/list']({ kinds: ['call_decided'] });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value.entries[0];
  });

describe('answering by accident', () => {
  test('keys and clicks that were meant for something else answer nothing', async () => {
    const { main, approval } = gatehouse;
    // As if the question came up under a hand that types and clicks.
    await approval.evaluate(() => {
      const press = () => {
        for (const button of document.querySelectorAll('button'))
          if (/^(Allow once|Deny)$/.test(button.textContent)) button.click();
      };
      const watch = new MutationObserver(press);
      watch.observe(document.body, { childList: true, subtree: true });
      setTimeout(() => watch.disconnect(), 400);
    });
    await startWrite(main, target, 'by accident');
    await until(visible).toBe(true);
    for (const key of ['Enter', 'Space', 'Enter', 'y', 'a', 'Enter'])
      await approval.keyboard.press(key);
    await shown('by accident');
    expect(await waiting(main)).toHaveLength(1);
    expect(await endOf(main, 'by accident')).toBe('waiting');
    // Once it has stood long enough, a deliberate click counts.
    await approval.getByRole('button', { name: 'Deny', exact: true }).click();
    await until(() => endOf(main, 'by accident')).toBe('denied');
    await until(visible).toBe(false);
  });
});

describe('no answer is no', () => {
  test('closing the window denies all that waits', async () => {
    const { app, main } = gatehouse;
    await startWrite(main, target, 'first closed');
    await startWrite(main, target, 'second closed');
    await until(async () => (await waiting(main)).length).toBe(2);
    await until(visible).toBe(true);
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('approval.html')) window.close();
    });
    await until(() => endOf(main, 'first closed')).toBe('denied');
    await until(() => endOf(main, 'second closed')).toBe('denied');
    expect(await visible()).toBe(false);
    const decided = await lastDecision();
    expect(decided?.decision).toBe('deny');
    expect(JSON.stringify(decided?.detail)).toContain('approval_window');
    expect(existsSync(target)).toBe(false);
  });

  test('a crash of the window denies, and the next question is asked again', async () => {
    const { app, main, approval } = gatehouse;
    await startWrite(main, target, 'crashed');
    await shown('crashed');
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('approval.html'))
          window.webContents.forcefullyCrashRenderer();
    });
    await until(() => endOf(main, 'crashed')).toBe('denied');
    await startWrite(main, target, 'after the crash');
    await until(async () => (await waiting(main)).length).toBe(1);
    await until(visible).toBe(true);
    // Playwright's page object does not outlive the crash; the owner's door does.
    expect(approval.isClosed() || (await visible())).toBe(true);
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('approval.html')) window.close();
    });
    await until(() => endOf(main, 'after the crash')).toBe('denied');
  });

  test('a question that nobody answers expires to deny, says so, and goes', async () => {
    const { main } = gatehouse;
    await setSettings(main, { approvals: { expire_s: 5 } });
    await startWrite(main, target, 'expired');
    await until(visible).toBe(true);
    await until(() => endOf(main, 'expired')).toBe('approval_expired');
    expect(await visible()).toBe(true);
    await until(visible).toBe(false);
    expect((await lastDecision())?.decision).toBe('expired');
    expect(existsSync(target)).toBe(false);
    await setSettings(main, { approvals: { expire_s: 300 } });
  });

  test('a call whose page is gone asks no more', async () => {
    const { main } = gatehouse;
    await startWrite(main, target, 'reloaded');
    await until(async () => (await waiting(main)).length).toBe(1);
    await main.reload();
    await until(async () => (await waiting(main)).length).toBe(0);
    expect(existsSync(target)).toBe(false);
  });
});
