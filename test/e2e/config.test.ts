import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { freshComputer, launchGatehouse, type TestApp } from './launch-app.ts';
import { look, pictureOnFailure, setSettings } from './looks.ts';
import { addFilesServer } from './ready-server.ts';
import { until } from './until.ts';

const computer = freshComputer();
const registryPath = join(computer.home, 'mcp_servers.json');
const secret = 'tok-7f3a9c51e2d84b06';
let gatehouse: TestApp;

const Registry = z.record(
  z.string(),
  z.looseObject({ command_argv: z.array(z.string()).optional() }),
);
const registryText = () => readFileSync(registryPath, 'utf8');
const registry = () => Registry.parse(JSON.parse(registryText()));
const goTo = (name: RegExp) => gatehouse.main.getByRole('link', { name }).click();

beforeAll(async () => {
  gatehouse = await launchGatehouse(computer);
  await addFilesServer(gatehouse);
});
beforeEach(() => pictureOnFailure(() => gatehouse));
afterAll(async () => {
  await gatehouse?.close();
  computer.remove();
});

describe('pasting', () => {
  test('a configuration with good and bad entries adds the good ones, their secrets apart', async () => {
    const { main } = gatehouse;
    await setSettings(main, { secret_store: 'file' });
    await main.getByRole('button', { name: 'Paste', exact: true }).click();
    await main.getByLabel('Configuration, command line or URL').fill(
      JSON.stringify({
        mcpServers: {
          notes: { command: 'node', args: ['notes.mjs'], env: { NOTES_API_KEY: secret } },
          remote: { type: 'http', url: 'https://mcp.example.com/mcp' },
          broken: { args: ['no command'] },
        },
      }),
    );
    await main.getByRole('button', { name: 'Read', exact: true }).click();
    const dialog = main.getByRole('dialog');
    await dialog.getByText('2 servers found').waitFor();
    expect(await dialog.textContent()).toContain('1 entry was not understood');
    expect(await dialog.textContent()).not.toContain(secret);
    expect(await dialog.getByLabel('Value: NOTES_API_KEY').getAttribute('type')).toBe('password');
    await look(gatehouse, main, 'paste');
    await dialog.getByRole('button', { name: 'Add 2 servers' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await main.getByRole('link', { name: 'notes', exact: true }).waitFor();
    await main.getByRole('link', { name: 'remote', exact: true }).waitFor();

    expect(registry()['notes']).toMatchObject({ env_keys: ['NOTES_API_KEY'] });
    expect(registryText()).not.toContain(secret);
    const envFile = join(computer.home, '.env');
    expect(readFileSync(envFile, 'utf8')).toContain(secret);
    expect(statSync(envFile).mode & 0o777).toBe(0o600);
    expect(await main.locator('body').textContent()).not.toContain(secret);
    const journal = await main.evaluate(async () => {
      const answer = await window.gatehouse.request['journal/list']({ limit: 1000 });
      return JSON.stringify(answer);
    });
    expect(journal).toContain('NOTES_API_KEY');
    expect(journal).not.toContain(secret);
    await look(gatehouse, main, 'cards-unconfirmed');
  });
});

describe('edits from outside', () => {
  test('are shown as a difference and hold once accepted', async () => {
    const { main } = gatehouse;
    const files = registry()['files'];
    writeFileSync(
      registryPath,
      JSON.stringify(
        { ...registry(), files: { ...files, tool_risk_overrides: { write_file: 'low' } } },
        null,
        2,
      ),
    );
    await main.getByText('1 change made outside Gatehouse waits for you').waitFor();
    const risk = () =>
      main.evaluate(async () => {
        const answer = await window.gatehouse.request['tool/list']({ server_id: 'files' });
        return answer.ok && answer.value.find(({ name }) => name === 'write_file')?.risk;
      });
    expect(await risk()).toBe('high');
    await main.getByRole('button', { name: 'Review', exact: true }).click();
    const item = main.getByRole('article', { name: 'Files' });
    await item.getByText('tool_risk_overrides').first().waitFor();
    expect(await item.textContent()).toContain('write_file');
    await look(gatehouse, main, 'outside-change');
    await item.getByRole('button', { name: 'Accept: Files' }).click();
    await main.getByText('No outside changes').waitFor();
    await until(risk).toBe('low');
  });

  test('of a command ask again before anything runs', async () => {
    const { main } = gatehouse;
    const files = registry()['files'];
    const argv = [...(files?.command_argv ?? []), '/etc'];
    writeFileSync(
      registryPath,
      JSON.stringify({ ...registry(), files: { ...files, command_argv: argv } }, null, 2),
    );
    await goTo(/^MCP/);
    const card = main.getByRole('listitem').filter({ hasText: 'Files' });
    await card.getByRole('button', { name: 'See what changed' }).click();
    const dialog = main.getByRole('dialog');
    await dialog.getByText('What changed since your last yes').waitFor();
    expect(await dialog.locator('ol code').allTextContents()).toEqual(argv);
    const called = await main.evaluate(() =>
      window.gatehouse.request['tool/call']({
        server_id: 'files',
        tool: 'list_allowed_directories',
        arguments_json: '{}',
      }),
    );
    expect(called).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
    await look(gatehouse, main, 'changed-command');
    await dialog.getByRole('button', { name: 'Confirm and test' }).click();
    await until(() =>
      main.evaluate(async () => {
        const answer = await window.gatehouse.request['server/show']({ id: 'files' });
        return answer.ok && answer.value.trust;
      }),
    ).toBe('confirmed');
  });

  test('that break the file are shown with line and column, and nothing is written over it', async () => {
    const { main } = gatehouse;
    const broken = '{\n  "files": {\n    "transport": "stdio",\n    oops\n  }\n}\n';
    const good = registryText();
    writeFileSync(registryPath, broken);
    await goTo(/^MCP/);
    const banner = main.getByRole('alert').filter({ hasText: 'cannot be read' });
    await banner.waitFor();
    expect(await banner.textContent()).toContain('Line 4, column 5');
    await main.getByRole('link', { name: 'Files' }).waitFor();
    await look(gatehouse, main, 'broken-file');
    const refused = await main.evaluate(() =>
      window.gatehouse.request['server/disable']({ id: 'files' }),
    );
    expect(refused.ok).toBe(false);
    expect(registryText()).toBe(broken);
    writeFileSync(registryPath, good);
    await banner.waitFor({ state: 'hidden' });
  });
});
