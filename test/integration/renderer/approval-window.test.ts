import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPages, servePage } from '../../fakes/approval-bridge/serve-page.ts';

let browser: Browser;
let server: ServedPages;
let page: Page;

beforeAll(async () => {
  server = await servePage('index');
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

async function open(query: string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 520, height: 640 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await page.goto(`${server.url}?${query}`);
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const answers = () => page.evaluate(() => globalThis.owner.answers.map(({ answer }) => answer));
const guardOver = () =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('button')].some(
      (one) => one.textContent === 'Allow once' && !one.hasAttribute('data-disabled'),
    ),
  );
const focused = () => page.evaluate(() => document.activeElement?.tagName);

describe('answering by accident', () => {
  it('has the focus on no button, and Enter answers nothing', async () => {
    await open('waiting=1');
    expect(await focused()).toBe('H1');
    await page.keyboard.press('Enter');
    await guardOver();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    expect(await answers()).toEqual([]);
  });

  it('counts no click while the guard stands, and counts it afterwards', async () => {
    await open('waiting=0');
    await page.evaluate(async () => {
      const allow = () =>
        [...document.querySelectorAll('button')].find((one) => one.textContent === 'Allow once');
      globalThis.owner.wait([globalThis.samples.sample(1)]);
      while (allow() === undefined) await new Promise(requestAnimationFrame);
      allow()?.click();
    });
    expect(await answers()).toEqual([]);
    await guardOver();
    await button('Allow once').click();
    expect(await answers()).toEqual(['once']);
  });

  it('takes the focus off the button and guards again for the next question', async () => {
    await open('waiting=2');
    await guardOver();
    await button('Allow once').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await guardOver();
    await page.keyboard.press('Enter');
    expect(await answers()).toEqual(['once']);
    expect(await focused()).toBe('H1');
  });
});

describe('answers', () => {
  it('deny by keyboard alone', async () => {
    await open('waiting=1');
    await guardOver();
    await button('Deny').focus();
    await page.keyboard.press('Enter');
    await expect.poll(answers).toEqual(['deny']);
    await page.getByText('Nothing waits').waitFor();
  });

  it('offer the session and always behind one more step', async () => {
    await open('waiting=1');
    await guardOver();
    await page.getByRole('button', { name: /more ways/ }).click();
    await page.getByRole('menuitem', { name: /Always allow/ }).click();
    expect(await answers()).toEqual(['always']);
  });

  it('that fail keep the question and say why', async () => {
    await open('waiting=1');
    await page.evaluate(() =>
      globalThis.owner.failWith({ code: 'not_an_approver', message: 'This door may not answer.' }),
    );
    await guardOver();
    await button('Deny').click();
    await page.getByText('This door may not answer.').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('write_file');
  });
});

describe('what is shown', () => {
  it('is plain text with hidden characters as marks', async () => {
    await open('hostile');
    const text = await page.locator('main').textContent();
    expect(text).toContain('send_me‹U+200B›ssage');
    expect(text).toContain('invoice‹U+202E›fdp.exe');
    expect(text).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('main img, main a[href], main h1 b').count()).toBe(0);
  });

  it('reaches the end of a long argument, by opening it and by searching', async () => {
    await open('waiting=1');
    await button('expand').click();
    await page.getByText('## Section 2', { exact: true }).waitFor();
    await page.getByLabel('Find').fill('section 60');
    await page.getByText('## Section 60', { exact: true }).waitFor();
    await page.getByText('1 of 1').waitFor();
  });

  it('goes through a queue and tells where one is', async () => {
    await open('waiting=3');
    await page.getByText('1 of 3').waitFor();
    await button('Next question').click();
    await page.getByText('2 of 3').waitFor();
  });

  it('names the client as the person does', async () => {
    await open('waiting=1');
    await page.getByText('Asked by agent researcher through Claude Desktop').waitFor();
  });

  it('says that the client has stopped waiting, and what an answer is then good for', async () => {
    await open('waiting=0');
    await page.evaluate(() =>
      globalThis.owner.wait([globalThis.samples.sample(1, { detached: true })]),
    );
    await page.getByText('The client has stopped waiting. A yes runs nothing by itself').waitFor();
    await guardOver();
    await button('Allow once').click();
    await expect.poll(answers).toEqual(['once']);
  });

  it('says so when nobody answered in time, and offers no answer any more', async () => {
    await open('waiting=0');
    await page.evaluate(() => globalThis.owner.wait([globalThis.samples.sample(1, {}, 1)]));
    await page.getByRole('heading', { level: 1, name: /write_file/ }).waitFor();
    await page.waitForTimeout(1100);
    await page.evaluate(() => globalThis.owner.wait([]));
    await page.getByText('Nobody answered in time').waitFor();
    expect(await button('Allow once').count()).toBe(0);
    expect(await button('Deny').count()).toBe(0);
  });

  it('pauses all calls and says how to go on', async () => {
    await open('waiting=1');
    await button('Pause all calls').click();
    await page.getByText('All calls are paused').waitFor();
    expect(await page.evaluate(() => globalThis.owner.pauses)).toBe(1);
  });
});

describe('is accessible', () => {
  it.each(['light', 'dark'])('in the %s theme, in both languages', async (theme) => {
    for (const query of ['waiting=2', 'hostile&language=zh-CN', 'waiting=0']) {
      await open(`${query}&theme=${theme}`);
      await page.waitForTimeout(700);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((each) => `${each.id}: ${each.nodes[0]?.html}`)).toEqual([]);
      if (query !== 'waiting=0') await page.context().close();
    }
  });
});
