import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { preview } from 'vite';

/** Walks through the window on the fake bridge: first run, palette, an edit that must be confirmed again. */
const server = await preview({
  configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
  preview: { port: 0, host: '127.0.0.1' },
});
const base = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});

const walks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'first run: a folder, a yes, a tested server'(page) {
    await page.goto(`${base}?world=empty#/mcp`);
    await page.getByRole('button', { name: 'Choose a folder' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('/opt/gatehouse/servers/filesystem/index.js').waitFor();
    assert.equal(await focused(page), 'Cancel');
    await dialog.getByRole('button', { name: 'Confirm and test' }).click();
    await page.getByRole('button', { name: 'Cancel the test' }).waitFor();
    await page.getByRole('button', { name: 'write_file' }).waitFor();
    assert.match(page.url(), /#\/mcp\/files$/);
  },
  async 'the palette reaches screens and servers by keyboard'(page) {
    await page.goto(`${base}?world=full#/mcp`);
    await page.getByRole('link', { name: 'Linear' }).waitFor();
    await page.keyboard.press('/');
    assert.equal(await focused(page), 'Search servers');
    await choose(page, 'journal');
    await page.waitForURL(/#\/journal/);
    await choose(page, 'linear');
    await page.waitForURL(/#\/mcp\/linear/);
  },
  async 'a changed argument is confirmed again, a changed name is not'(page) {
    await page.goto(`${base}?world=full#/mcp/files/settings`);
    await page.getByLabel('Name').fill('Papers');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Papers', level: 1 }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('textbox', { name: 'Argument 2' }).fill('/home/ada/other');
    await page.getByText('The command changes, so you confirm it again.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('/home/ada/other').waitFor();
    assert.equal(await focused(page), 'Cancel');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(
      await page.getByRole('textbox', { name: 'Argument 2' }).inputValue(),
      '/home/ada/other',
    );
  },
  async 'rows of arguments are edited by keyboard'(page) {
    await page.goto(`${base}?world=full#/mcp`);
    await page.getByRole('button', { name: 'Add server' }).click();
    await page.getByLabel('Executable', { exact: true }).click();
    await page.keyboard.type('node');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two words');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    assert.equal(await focused(page), 'Argument 1');
    assert.equal(await page.getByRole('textbox', { name: 'Argument 1' }).inputValue(), 'two words');
  },
  async 'pasted secrets are never shown and servers are added unconfirmed'(page) {
    await page.goto(`${base}?world=empty#/mcp`);
    await page.getByRole('button', { name: 'Paste', exact: true }).click();
    await page.getByLabel('Configuration, command line or URL').fill('{}');
    await page.getByRole('button', { name: 'Read' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use this' }).click();
    assert.equal(
      ((await page.getByRole('dialog').textContent()) ?? '').includes('ghp_made_up'),
      false,
    );
    await page.getByLabel('Add fetch').check();
    await page.getByRole('button', { name: 'Add 2 servers' }).click();
    await page.getByRole('button', { name: /Review and confirm: GitHub/ }).waitFor();
    assert.equal(await page.getByText('Nothing runs until you confirm').count(), 2);
  },
  async 'without a keychain one click keeps a pasted secret in a file and adds its server'(page) {
    await page.goto(`${base}?world=empty&keychain=none#/mcp`);
    await page.getByRole('button', { name: 'Paste', exact: true }).click();
    await page.getByLabel('Configuration, command line or URL').fill('{}');
    await page.getByRole('button', { name: 'Read' }).click();
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await page.getByText('github was not added').waitFor();
    await page.getByRole('button', { name: 'Keep secrets in a file' }).click();
    await page.getByRole('dialog', { name: 'Confirm GitHub' }).waitFor();
  },
  async 'a link to where one is leads back to its section'(page) {
    await page.setViewportSize({ width: 1120, height: 480 });
    await page.goto(`${base}?world=empty&keychain=none#/mcp`);
    const line = page.getByRole('link', { name: 'No keychain: choose where secrets go' });
    const heading = page.getByRole('heading', { name: 'Secrets' });
    await line.click();
    await heading.waitFor();
    assert.equal(await focused(page), 'Secrets');
    await page.getByRole('heading', { name: 'General' }).scrollIntoViewIfNeeded();
    await line.click();
    await page.waitForTimeout(200);
    assert.ok(((await heading.boundingBox())?.y ?? Infinity) < 240);
  },
  async 'remembered answers are taken back until none is left'(page) {
    await page.goto(`${base}?world=full#/approvals`);
    const back = page.getByRole('button', { name: /^Take back/ });
    await back.first().waitFor();
    assert.equal(await back.count(), 2);
    await page.getByRole('button', { name: /^Take back .* edit_file/ }).click();
    await page.getByText('edit_file asks again.').waitFor();
    await back.first().click();
    await page.getByText('Nothing runs on a remembered yes').waitFor();
  },
  async 'a typed folder needs no folder dialog'(page) {
    await page.goto(`${base}?world=empty#/mcp`);
    await page.getByLabel('or type a path').fill('/home/ada/typed');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('/home/ada/typed', { exact: true }).waitFor();
  },
};

const choose = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill(text);
  await field.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.textContent ??
      '',
  );

let failed = 0;
for (const [name, walk] of Object.entries(walks)) {
  const page = await browser.newPage({ viewport: { width: 1120, height: 760 } });
  page.setDefaultTimeout(20_000);
  try {
    await walk(page);
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
    await page.screenshot({ path: `/tmp/look-failed-${failed}.png` });
  }
  await page.close();
}
await browser.close();
await server.close();
process.exitCode = failed === 0 ? 0 : 1;
