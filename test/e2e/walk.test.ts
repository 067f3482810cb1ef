import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  answerFolderDialog,
  freshComputer,
  launchGatehouse,
  type TestApp,
  windowFacts,
} from './launch-app.ts';
import { look, pictureOnFailure } from './looks.ts';
import { until } from './until.ts';

const computer = freshComputer();
const notes = join(computer.files, 'notes.md');
let gatehouse: TestApp;

beforeAll(async () => {
  writeFileSync(join(computer.files, 'first.txt'), 'one');
  writeFileSync(join(computer.files, 'second.txt'), 'two');
  gatehouse = await launchGatehouse(computer);
});
beforeEach(() => pictureOnFailure(() => gatehouse));
afterAll(async () => {
  await gatehouse?.close();
  computer.remove();
});

const approvalIsVisible = async () => (await windowFacts(gatehouse.app, 'approval'))?.visible;

// One story in steps: each builds on what the one before has left.
test('the first screen offers a working server', async () => {
  const { main } = gatehouse;
  await main.getByRole('heading', { name: 'Give your agents their first tools' }).waitFor();
  await look(gatehouse, main, '1-first-run');
});

test('choosing a folder shows the exact command before anything runs', async () => {
  const { app, main } = gatehouse;
  await answerFolderDialog(app, computer.files);
  await main.getByRole('button', { name: 'Choose a folder' }).click();
  const dialog = main.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Confirm and test' }).waitFor();
  await dialog.locator('ol code').first().waitFor();
  const argv = await dialog.locator('ol code').allTextContents();
  expect(argv).toHaveLength(3);
  expect(argv[0]).toBe('node');
  expect(argv[1]).toMatch(/server-filesystem\/dist\/index\.js$/);
  expect(argv[2]).toBe(computer.files);
  expect(existsSync(join(computer.home, 'mcp_servers.json'))).toBe(false);
  await look(gatehouse, main, '2-confirmation');
});

test('confirming starts it and shows its 14 tools, each with its risk and reasons', async () => {
  const { main } = gatehouse;
  await main.getByRole('button', { name: 'Confirm and test' }).click();
  const table = main.getByRole('table', { name: /^Tools of / });
  await table.waitFor({ timeout: 30_000 });
  expect(await table.getAttribute('aria-rowcount')).toBe('15');
  const row = table.getByRole('row', { name: /write_file/ });
  expect(await row.textContent()).toContain('High');
  await look(gatehouse, main, '3-tools');
  await row.getByRole('button', { name: 'write_file' }).click();
  const panel = main.getByRole('region', { name: 'write_file' });
  await panel.getByText('Why this grade').waitFor();
  expect(await panel.textContent()).toMatch(/write/i);
  await look(gatehouse, main, '4-tool');
});

test('a tool of low or medium risk runs at once and shows its result', async () => {
  const { main } = gatehouse;
  await main.getByRole('button', { name: 'list_directory', exact: true }).click();
  const panel = main.getByRole('region', { name: 'list_directory' });
  await panel.getByRole('tab', { name: 'Try it' }).click();
  await panel.getByRole('textbox', { name: 'path' }).fill(computer.files);
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  await panel.getByText('[FILE] first.txt').first().waitFor();
  expect(await panel.textContent()).toContain('[FILE] second.txt');
  expect(await approvalIsVisible()).toBe(false);
  await look(gatehouse, main, '5-try-it');
});

/** Fills the form of write_file and runs it by keyboard. */
async function tryToWrite(content: string): Promise<void> {
  const { main } = gatehouse;
  await main.getByRole('button', { name: 'write_file', exact: true }).click();
  const panel = main.getByRole('region', { name: 'write_file' });
  await panel.getByRole('tab', { name: 'Try it' }).click();
  await panel.getByRole('textbox', { name: 'path' }).fill(notes);
  await panel.getByRole('textbox', { name: 'content' }).fill(content);
  await panel.getByRole('button', { name: /^Run/ }).focus();
  await main.keyboard.press('Enter');
  await panel.getByText('Waits for a person').waitFor();
}

test('a high one opens the approval window with the full arguments; deny writes nothing', async () => {
  const { main, approval } = gatehouse;
  await tryToWrite('denied text');
  await until(approvalIsVisible).toBe(true);
  expect(await windowFacts(gatehouse.app, 'approval')).toMatchObject({
    onTop: true,
    focused: false,
  });
  const text = async () => (await approval.locator('main').textContent()) ?? '';
  await until(text).toContain('write_file');
  expect(await text()).toContain(notes);
  expect(await text()).toContain('denied text');
  await look(gatehouse, approval, '6-approval');
  await main.screenshot({ path: 'test-results/screenshots/6-waiting-light-en.png' });
  await approval.getByRole('button', { name: 'Deny', exact: true }).click();
  await main.getByText('Waits for a person').waitFor({ state: 'hidden' });
  const panel = main.getByRole('region', { name: 'write_file' });
  expect(await panel.getByRole('alert').first().textContent()).toMatch(/denied|not allowed/i);
  expect(existsSync(notes)).toBe(false);
  await until(approvalIsVisible).toBe(false);
  await look(gatehouse, main, '7-denied');
});

test('allowing once writes the file, once', async () => {
  const { main, approval } = gatehouse;
  const panel = main.getByRole('region', { name: 'write_file' });
  await panel.getByRole('tab', { name: 'Try it' }).click();
  await panel.getByRole('textbox', { name: 'content' }).fill('allowed text');
  await panel.getByRole('button', { name: /^Run/ }).click();
  await until(approvalIsVisible).toBe(true);
  await approval.getByText('allowed text').first().waitFor();
  await approval.getByRole('button', { name: 'Allow once', exact: true }).click();
  await panel.getByText('Successfully wrote').first().waitFor();
  expect(readFileSync(notes, 'utf8')).toBe('allowed text');
  await panel.getByRole('button', { name: 'Run again' }).click();
  await until(approvalIsVisible).toBe(true);
  await approval.getByRole('button', { name: 'Deny', exact: true }).click();
  await until(approvalIsVisible).toBe(false);
});

test('the journal shows what was asked, decided and done', async () => {
  const { main } = gatehouse;
  await main.getByRole('link', { name: 'Journal' }).click();
  await main.getByRole('grid', { name: 'Journal entries' }).waitFor();
  const entries = await main.evaluate(async () => {
    const answer = await window.gatehouse.request['journal/list']({ tool: 'write_file' });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value.entries.map(({ call_id, kind, decision, outcome }) => ({
      ...{ call_id, kind, decision, outcome },
    }));
  });
  const calls = [...new Set(entries.toReversed().map(({ call_id }) => call_id))];
  expect(calls).toHaveLength(3);
  const story = (index: number) =>
    entries
      .toReversed()
      .filter(({ call_id }) => call_id === calls[index])
      .map(({ kind, decision, outcome }) => [kind, decision ?? outcome]);
  expect(story(0)).toEqual([
    ['call_requested', null],
    ['call_decided', 'deny'],
    ['call_completed', 'not_sent'],
  ]);
  expect(story(1)).toEqual([
    ['call_requested', null],
    ['call_decided', 'once'],
    ['call_completed', 'answered'],
  ]);
  expect(story(2)).toEqual(story(0));
  await main.getByText('allowed once').first().waitFor();
  await look(gatehouse, main, '8-journal');
});

test('the cards, the other screens, and the window when nothing waits', async () => {
  const { app, main, approval } = gatehouse;
  await main.getByRole('link', { name: /^MCP/ }).click();
  await main.getByRole('link', { name: 'Files' }).waitFor();
  await look(gatehouse, main, '9-cards');
  for (const name of ['Agents', 'Approvals', 'Settings']) {
    await main.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await main.getByRole('heading', { level: 1, name }).waitFor();
    await look(gatehouse, main, `9-${name.toLowerCase()}`);
  }
  await main.evaluate(() => window.gatehouse.request['approvals/open']({}));
  await until(approvalIsVisible).toBe(true);
  await look(gatehouse, approval, '9-nothing-waits');
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (window.webContents.getURL().includes('approval')) window.close();
  });
  await until(approvalIsVisible).toBe(false);
});
