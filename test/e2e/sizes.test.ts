import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshComputer, launchGatehouse, type TestApp } from './launch-app.ts';
import { pictureOnFailure } from './looks.ts';
import { until } from './until.ts';

const computer = freshComputer();
let gatehouse: TestApp;

beforeAll(async () => {
  const servers = Array.from({ length: 200 }, (_, n) => [
    `server-${n}`,
    { name: `Server number ${n}`, transport: 'stdio', command_argv: ['node', `server-${n}.mjs`] },
  ]);
  writeFileSync(
    join(computer.home, 'mcp_servers.json'),
    JSON.stringify(Object.fromEntries(servers), null, 2),
  );
  gatehouse = await launchGatehouse(computer);
});
beforeEach(() => pictureOnFailure(() => gatehouse));
afterAll(async () => {
  await gatehouse?.close();
  computer.remove();
});

test('two hundred servers are listed, searched and opened without waiting', async () => {
  const { main } = gatehouse;
  await main.getByText('200 servers').first().waitFor();
  const began = Date.now();
  await main.getByLabel('Search servers').fill('number 137');
  await main.getByRole('link', { name: 'Server number 137' }).waitFor();
  await until(() => main.getByRole('link', { name: /^Server number/ }).count()).toBe(1);
  await main.getByRole('link', { name: 'Server number 137' }).click();
  await main.getByRole('heading', { level: 1, name: 'Server number 137' }).waitFor();
  // Loose: other programs share this machine.
  expect(Date.now() - began).toBeLessThan(8000);
  await main.getByRole('link', { name: /^MCP/ }).click();
});

describe('looks', () => {
  test('language and theme are changed in Settings, at once, in both windows', async () => {
    const { main, approval } = gatehouse;
    await main.getByRole('link', { name: 'Settings' }).click();
    await main.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await main.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
    await main.getByRole('combobox', { name: 'Language' }).selectOption('简体中文');
    await main.getByRole('heading', { level: 1, name: '设置' }).waitFor();
    for (const page of [main, approval])
      await until(() =>
        page.evaluate(() => [
          document.documentElement.lang,
          document.documentElement.dataset['mantineColorScheme'],
        ]),
      ).toEqual(['zh-CN', 'dark']);
    await main.getByRole('combobox', { name: '语言' }).selectOption('English');
    await main.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  });

  test('the smallest window needs no scrolling sideways, on any screen', async () => {
    const { app, main } = gatehouse;
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('index.html')) window.setSize(640, 700);
    });
    await until(() => main.evaluate(() => window.innerWidth)).toBe(640);
    for (const screen of ['MCP', 'Agents', 'Approvals', 'Journal', 'Settings']) {
      await main.getByRole('link', { name: new RegExp(`^${screen}`) }).click();
      await main.getByRole('heading', { level: 1, name: screen }).waitFor();
      await until(() => main.locator('.mantine-Skeleton-root').count()).toBe(0);
      const wide = await main.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, main *')]
          .filter((element) => {
            const { overflowX } = getComputedStyle(element);
            const scrolls = overflowX === 'auto' || overflowX === 'scroll';
            return (
              element.scrollWidth > element.clientWidth + 1 &&
              (scrolls || element === document.documentElement)
            );
          })
          .map((element) => `${element.tagName} ${element.className}`),
      );
      expect(wide, screen).toEqual([]);
      await main.screenshot({
        path: `test-results/screenshots/narrow-${screen.toLowerCase()}.png`,
      });
    }
  });
});
