import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPages, servePage } from '../../fakes/approval-bridge/serve-page.ts';

let browser: Browser;
let server: ServedPages;
let page: Page;

beforeAll(async () => {
  server = await servePage('screens');
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});
afterEach(() => page.context().close());

async function open(route: string, query = ''): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1180, height: 760 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await page.goto(`${server.url}?${query}#/${route}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const grid = () => page.getByRole('grid');
const firstRow = () => grid().locator('[role=rowgroup] [role=row]').first();

describe('the journal', () => {
  it('shows a call as one row and all of it in the panel', async () => {
    await open('journal', 'entries=30');
    await firstRow().click();
    const panel = page.getByRole('complementary', { name: 'Entry' });
    await panel.getByText('~/papers/9.md').first().waitFor();
    expect(await grid().locator('[role=rowgroup] [role=row]').count()).toBe(10);
    expect(await panel.getByText(/^Call (requested|decided|completed)/).count()).toBe(3);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('reads a typed filter and shows it as chips', async () => {
    await open('journal', 'entries=120');
    await page.getByLabel('Filter', { exact: true }).fill('decision:deny');
    await page.getByText('10 entries match').waitFor();
    await page.getByRole('button', { name: 'Remove filter Decision' }).click();
    await page.getByText('120 entries').waitFor();
  });

  it('does not move what is read while entries come in', async () => {
    await open('journal', 'entries=3000');
    await firstRow().waitFor();
    await grid().evaluate((element) => {
      element.scrollTop = 1600;
    });
    const place = () =>
      page.evaluate(() => {
        const row = document.querySelector('[id="journal-call-945"]');
        return row === null ? null : Math.round(row.getBoundingClientRect().top);
      });
    await expect.poll(place).not.toBeNull();
    const before = await place();
    await page.evaluate(() => globalThis.ledger.grow(7));
    await page.getByText('7 new').waitFor();
    expect(await place()).toBe(before);
    await page.getByRole('button', { name: 'Go to the newest' }).click();
    await page.getByText('npx new-3007').waitFor();
  });

  it('goes back through its pages', async () => {
    await open('journal', 'entries=3000');
    await firstRow().waitFor();
    const oldest = page.locator('[id="journal-call-0"]');
    await expect
      .poll(
        async () => {
          await grid().evaluate((element) => {
            element.scrollTop = element.scrollHeight;
          });
          return oldest.count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
  });

  it('says what verification found', async () => {
    await open('journal', 'entries=30');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('The journal was changed from outside.').waitFor();
    await page.getByText('Entry 4: Its hash does not fit.').waitFor();
  });
});

describe('settings', () => {
  it('are saved as they are changed, and say so', async () => {
    await open('settings');
    await page.getByLabel('Theme', { exact: true }).selectOption('dark');
    await page.getByText('Saved', { exact: true }).waitFor();
    const expiry = page.getByLabel('An unanswered question expires after');
    await expiry.fill('2');
    await page.getByText('Write a whole number from 5 to 86400.').waitFor();
    await expiry.fill('60');
    await expiry.press('Enter');
    await expect
      .poll(() => page.evaluate(() => globalThis.saved))
      .toEqual([{ theme: 'dark' }, { approvals: { expire_s: 60 } }]);
  });

  it('take a secret and show only its name', async () => {
    await open('settings/secrets');
    await page.getByRole('button', { name: 'Add a secret' }).click();
    await page.getByLabel('Variable name').fill('API_KEY');
    await page.getByLabel('Value', { exact: true }).fill('s3cret-value');
    await page.getByRole('button', { name: 'Save the secret' }).click();
    await page.getByRole('cell', { name: 'API_KEY', exact: true }).waitFor();
    expect(await page.content()).not.toContain('s3cret-value');
  });
});

describe('trying a tool', () => {
  it('sends what the form shows and shows the answer as text', async () => {
    await open('mcp/files/tools/write_file');
    await page.getByRole('tab', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('A value is required.').waitFor();
    expect(await page.evaluate(() => globalThis.called)).toEqual([]);
    await page.getByRole('textbox', { name: 'path' }).fill('a\\"b.md');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('The tool answered with its own error.').waitFor();
    const [sent] = await page.evaluate(() => globalThis.called);
    expect(JSON.parse(sent ?? '')).toMatchObject({ path: 'a\\"b.md' });
    await page.getByText('plain <b>text</b>').waitFor();
    await page.getByText('only PNG, JPEG, GIF and WebP are.').waitFor();
    expect(await page.locator('section[aria-live] :is(a[href], img)').count()).toBe(0);
  });
});

describe('is accessible', () => {
  it.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ])('in the %s theme and %s', async (theme, language) => {
    for (const route of ['journal', 'approvals', 'settings']) {
      await open(route, `entries=30&theme=${theme}&language=${language}`);
      if (route === 'journal') await firstRow().click();
      await page.waitForTimeout(400);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((each) => `${route} ${each.id}: ${each.nodes[0]?.html}`)).toEqual([]);
      if (route !== 'settings') await page.context().close();
    }
  });
});
