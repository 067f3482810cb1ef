import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { repository, type TestApp } from './launch-app.ts';

const folder = join(repository, 'test-results', 'screenshots');

interface Look {
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'zh-CN';
  /** Contrast hangs on the theme and names on the language, so two looks show every fault. */
  readonly checked: boolean;
}
const LOOKS: readonly Look[] = [
  { theme: 'light', language: 'zh-CN', checked: false },
  { theme: 'dark', language: 'zh-CN', checked: true },
  { theme: 'dark', language: 'en', checked: false },
  { theme: 'light', language: 'en', checked: true },
];

/** Changes settings as the window's own Settings screen does. */
export const setSettings = (main: Page, changes: Record<string, unknown>) =>
  main.evaluate(async (wanted) => {
    const answer = await window.gatehouse.request['settings/set']({ changes: wanted });
    if (!answer.ok) throw new Error(answer.failure.message);
  }, changes);

/** A picture of a page in both themes and both languages and checks of its accessibility; ends light, English. */
export async function look(app: TestApp, page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const problems: string[] = [];
  for (const { theme, language, checked } of LOOKS) {
    await setSettings(app.main, { theme, language });
    await page.waitForFunction(
      ([scheme, lang]) =>
        document.documentElement.dataset['mantineColorScheme'] === scheme &&
        document.documentElement.lang === lang,
      [theme, language],
    );
    await settled(page);
    await page.screenshot({ path: join(folder, `${name}-${theme}-${language}.png`) });
    if (!checked) continue;
    problems.push(...(await violations(page)).map((text) => `${theme} ${language}: ${text}`));
  }
  expect(problems, name).toEqual([]);
}

/** Nothing moves any more: notices are gone, transitions are over and two frames were painted. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.mantine-Notification-root') === null);
  await page.evaluate(async () => {
    await Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => {})),
    );
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

async function violations(page: Page): Promise<string[]> {
  // In one page only: Electron cannot open another for the second half of the check.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  // Otherwise every element that is in order is described as well, which takes longer than to look.
  const { violations: found } = await axe.options({ resultTypes: ['violations'] }).analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  );
}

/** When the test fails, pictures both windows and prints their errors: what stood there instead. */
export const pictureOnFailure = (app: () => TestApp | undefined): void => {
  onTestFailed(async ({ task }) => {
    const name = task.name.replace(/\W+/g, '-').slice(0, 60);
    mkdirSync(folder, { recursive: true });
    console.error(app()?.errors.join('\n'));
    for (const [window, page] of Object.entries({ main: app()?.main, approval: app()?.approval }))
      await page
        ?.screenshot({ path: join(folder, `failed-${name}-${window}.png`), timeout: 5000 })
        .catch((error: unknown) => console.error(`no picture of ${window}: ${error}`));
  });
};
