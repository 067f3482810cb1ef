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

async function open(route: string, query = '', width = 1180): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: 760 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(`${server.url}?${query}#/${route}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const tick = (name: RegExp | string) => page.getByRole('checkbox', { name });
const servers = (name: string) =>
  page.evaluate(async (agent) => {
    const answer = await window.gatehouse.request['agent/show']({ name: agent });
    return answer.ok ? answer.value.servers : answer.failure.code;
  }, name);

describe('what an agent may use', () => {
  it('is taught where nothing is allowed, and ticked server by server', async () => {
    await open('agents/default');
    await page.getByText('This agent may use nothing yet.').waitFor();
    await tick(/^All tools of Files in/).check();
    await page.getByText('13 tools allowed').waitFor();
    await expect.poll(() => servers('default')).toEqual({ files: ['*'] });
    await tick(/^All tools of Files in/).uncheck();
    await page.getByText('No tool allowed').waitFor();
    await expect.poll(() => servers('default')).toEqual({});
  });

  it('is ticked tool by tool, however quickly', async () => {
    await open('agents/default');
    await page.getByRole('button', { name: /^Show the tools of Files/ }).click();
    await tick('write_file, High risk').waitFor();
    await page.evaluate(() => {
      for (const label of ['write_file, High risk', 'edit_file, High risk', 'move_file, High risk'])
        document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)?.click();
    });
    await page.getByText('3 tools allowed').waitFor();
    await expect
      .poll(() => servers('default'))
      .toEqual({ files: ['write_file', 'edit_file', 'move_file'] });
    expect(
      await tick(/^All tools of Files/).evaluate((box: HTMLInputElement) => box.indeterminate),
    ).toBe(true);
  });

  it('loses one tool of a whole server by an untick, and keeps the others by name', async () => {
    await open('agents/researcher');
    await page.getByRole('button', { name: /^Show the tools of Files/ }).click();
    await tick('write_file, High risk').uncheck();
    await page.getByText('29 tools allowed').waitFor();
    const { files } = Object(await servers('researcher'));
    expect(files).toHaveLength(12);
    expect(files).not.toContain('write_file');
    expect(files).not.toContain('*');
  });

  it('is ticked by grade from a menu', async () => {
    await open('agents/default');
    await page.getByRole('button', { name: /^Tick tools of Files/ }).click();
    await page.getByRole('menuitem', { name: 'Tick low risk' }).click();
    await page.getByText('8 tools allowed').waitFor();
  });

  it('is reached by keyboard alone, with one stop in the tab order', async () => {
    await open('agents/default');
    await tick(/^All tools of Files/).focus();
    await page.keyboard.press('ArrowRight');
    await tick('write_file, High risk').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('write_file, High risk');
    await page.keyboard.press('Space');
    await page.getByText('1 tool allowed').waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^All tools of Files/);
    const stops = page.locator('[role=treegrid] input:not([tabindex="-1"])');
    expect(await stops.count()).toBe(1);
  });

  it('draws only the rows in sight', async () => {
    await open('agents/default');
    await page.getByRole('button', { name: /^Show the tools of A server with quite/ }).click();
    const grid = page.getByRole('treegrid');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('310');
    expect(await grid.getByRole('row').count()).toBeLessThan(60);
  });

  it('is one yes less where every server is allowed', async () => {
    await open('agents/everything');
    await page.getByText('Every server may be used').waitFor();
    expect(await tick(/^All tools of Files/).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Only ticked servers' }).click();
    await page.getByText('This agent may use nothing yet.').waitFor();
    await expect.poll(() => servers('everything')).toEqual({});
  });
});

describe('clients', () => {
  it('get a token that is shown once, in the text that each wants', async () => {
    await open('agents/researcher/clients');
    await page.getByRole('button', { name: 'Connect a client' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the client').fill('Cursor at work');
    await dialog.getByRole('button', { name: 'Advanced' }).click();
    await dialog.getByLabel('Seconds it is kept waiting for an answer').fill('20');
    await dialog.getByRole('button', { name: 'Make the token' }).click();
    await dialog.getByText('The token is shown only now').waitFor();
    const token = (await dialog.locator('code', { hasText: /^gth_/ }).first().textContent()) ?? '';
    await dialog.getByRole('tab', { name: 'Codex' }).click();
    await dialog.getByText('~/.codex/config.toml').waitFor();
    expect(await dialog.locator('pre').textContent()).toContain(`Bearer ${token}`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('listitem', { name: 'Cursor at work' });
    await row.getByText('waits 20 s for an answer').waitFor();
    expect(await page.content()).not.toContain(token);
  });

  it('are listed with who is here now, and revoked after a question', async () => {
    await open('agents/researcher/clients');
    const row = page.getByRole('listitem', { name: 'Claude Desktop' });
    expect(await row.textContent()).toMatch(
      /Connected by stdio · MCP 2025 · claude-ai 0\.14\.2 .* 1 request open/,
    );
    await row.getByRole('button', { name: 'Revoke the token of Claude Desktop' }).click();
    const dialog = page.getByRole('dialog');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('lead to what they did', async () => {
    await open('agents/researcher/clients');
    await page.getByRole('link', { name: 'Calls of Claude Desktop in the journal' }).click();
    await page.getByRole('heading', { level: 1, name: 'Journal' }).waitFor();
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe('client:3f2a77');
    await page.getByRole('button', { name: 'Remove filter Client' }).waitFor();
  });
});

describe('an agent', () => {
  it('is made, and begins with nothing', async () => {
    await open('agents');
    await page.getByRole('button', { name: 'New agent' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Bad Name');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await dialog.getByText('Write lower-case letters and digits').waitFor();
    await dialog.getByLabel('Name').fill('writer');
    await dialog.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('heading', { level: 2, name: 'writer' }).waitFor();
    await page.getByText('This agent may use nothing yet.').waitFor();
  });

  it('is removed only after its clients were named', async () => {
    await open('agents/researcher/settings');
    await page.getByRole('button', { name: 'Remove agent' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('Claude Desktop');
    await dialog.getByRole('button', { name: 'Remove agent' }).click();
    await page.getByText('researcher was removed.').waitFor();
    expect(await servers('researcher')).toBe('not_found');
  });

  it('is set as one changes it; high risk can only ask or be denied', async () => {
    await open('agents/researcher/settings');
    const high = page.getByLabel('High risk', { exact: true });
    expect(await high.locator('option').allTextContents()).toEqual(['Ask', 'Deny']);
    await page.getByLabel('Medium risk', { exact: true }).selectOption('Deny');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByLabel('Folders').fill('~/papers\n\n  ~/notes ');
    await page.getByLabel('Folders').blur();
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const answer = await window.gatehouse.request['agent/show']({ name: 'researcher' });
          return answer.ok ? [answer.value.roots, answer.value.approval.medium] : null;
        }),
      )
      .toEqual([['~/papers', '~/notes'], 'deny']);
  });

  it('that is built in shows no switch for what cannot be set', async () => {
    await open('agents/you');
    await page.getByText('Built in, and nothing to set').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Connect a client' }).count()).toBe(0);
  });

  it('stands alone in a narrow window, with the way back to the others', async () => {
    await open('agents/researcher', '', 640);
    await page.getByRole('heading', { level: 2, name: 'researcher' }).waitFor();
    await page.getByRole('link', { name: '← All agents' }).click();
    await page.getByRole('link', { name: /^broken/ }).waitFor();
  });
});

describe('a held tool', () => {
  it('is reached from its server’s card, shows what changed, and is accepted as shown', async () => {
    await open('mcp');
    await page.getByRole('button', { name: 'Review tools: Memory' }).click();
    const held = page.getByRole('article', { name: 'write_file' });
    await held.getByText('inputSchema').waitFor();
    expect(await held.locator('ins').allTextContents()).toContain('    "copy_to": {');
    expect(await held.locator('del').first().textContent()).toMatch(/^Create a new file/);
    expect(await held.locator('ins b').first().textContent()).toContain('Ignore what the person');
    await held.getByRole('button', { name: 'Accept write_file' }).click();
    await held.waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'edit_file' }).waitFor();
  });
});

describe('the gateway’s settings', () => {
  it('say in words that a port is taken, and keep the one that works', async () => {
    await open('settings/gateway');
    const port = page.getByLabel('Port', { exact: true });
    await port.fill('631');
    await port.press('Enter');
    await page.getByText('Port 631 is used by another program.').waitFor();
    await page.getByText('Not saved').waitFor();
    await page.getByLabel('A client is kept waiting for').fill('20');
    await page.getByLabel('A client is kept waiting for').press('Enter');
    await expect
      .poll(() => page.evaluate(() => globalThis.saved))
      .toEqual([{ gateway: { port: 631 } }, { approvals: { hold_s: 20 } }]);
  });
});

describe('is accessible', () => {
  it.each([
    ['light', 'en'],
    ['dark', 'zh-CN'],
  ])('in the %s theme and %s', async (theme, language) => {
    const routes = ['agents/researcher', 'agents/researcher/clients', 'agents/researcher/settings'];
    for (const route of [...routes, 'mcp/memory/tools?review=held']) {
      await open(route, `theme=${theme}&language=${language}`);
      await page.waitForTimeout(400);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((each) => `${route} ${each.id}: ${each.nodes[0]?.html}`)).toEqual([]);
      if (!route.startsWith('mcp')) await page.context().close();
    }
  });
});
