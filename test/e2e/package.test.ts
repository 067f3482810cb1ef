import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestRegistry } from '../fixtures/registry/registry.ts';
import { serverPackage } from '../integration/packages/package-home.ts';
import { freshComputer, launchGatehouse, type TestApp } from './launch-app.ts';
import { look, pictureOnFailure } from './looks.ts';
import { until } from './until.ts';

const computer = freshComputer();
const registry = new TestRegistry();
let gatehouse: TestApp;

beforeAll(async () => {
  // What npx sets for the tests themselves is nothing of this person's.
  for (const name of Object.keys(process.env)) if (/^npm_/i.test(name)) delete process.env[name];
  await registry.start();
  writeFileSync(
    join(computer.folder, '.npmrc'),
    `registry=${registry.url}\ncache=${join(computer.folder, 'npm-cache')}\nfetch-retries=0\n`,
  );
  const scripts = { postinstall: 'node -e ""' };
  registry.publish(serverPackage('little-notes', '1.0.0', { scripts }));
  gatehouse = await launchGatehouse(computer);
  await gatehouse.main.evaluate(async () => {
    const added = await window.gatehouse.request['server/add']({
      id: 'notes',
      registration: {
        ...{ name: 'Little notes', transport: 'stdio' },
        command_argv: ['npx', '-y', 'little-notes@^1', '--vault', '/home/ada/My Notes'],
      },
    });
    if (!added.ok) throw new Error(added.failure.message);
  });
});
beforeEach(() => pictureOnFailure(() => gatehouse));
afterAll(async () => {
  await gatehouse?.close();
  await registry.stop();
  computer.remove();
});

const facts = () =>
  gatehouse.main.evaluate(async () => {
    const answer = await window.gatehouse.request['server/show']({ id: 'notes' });
    if (!answer.ok) throw new Error(answer.failure.message);
    return answer.value;
  });

// One story in steps: each builds on what the one before has left.
test('the confirmation shows the command as written and what runs in its place', async () => {
  const { main } = gatehouse;
  await main.getByRole('button', { name: 'Review and confirm: Little notes' }).click();
  const dialog = main.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'As written' }).waitFor();
  await dialog.getByRole('heading', { name: 'What Gatehouse runs' }).waitFor();
  const lists = dialog.locator('ol');
  expect(await lists.nth(0).locator('code').allTextContents()).toEqual([
    ...['npx', '-y', 'little-notes@^1', '--vault', '/home/ada/My Notes'],
  ]);
  const runs = await lists.nth(1).locator('code').allTextContents();
  expect(runs[0]).toMatch(/\/node$/);
  expect(runs.slice(-2)).toEqual(['--vault', '/home/ada/My Notes']);
  // Which file each of the two means, for who has more than one npx or node.
  const files = dialog.getByText('Program file').locator('xpath=../..').locator('code');
  const [written, instead] = await files.allTextContents();
  expect(written).toMatch(/npx(-cli\.js)?$/);
  expect(instead).toBe(runs[0]);
  const text = (await dialog.textContent()) ?? '';
  expect(text).toContain('the newest when first started; stays there');
  expect(registry.requests).toEqual([]);
  await look(gatehouse, main, 'package-confirmation');
});

test('a yes installs it, and its page says which version runs', async () => {
  const { main } = gatehouse;
  await main.getByRole('dialog').getByRole('button', { name: 'Confirm and test' }).click();
  await expect
    .poll(async () => (await facts()).probe?.status, { timeout: 60_000, interval: 200 })
    .toBe('ok');
  await main.getByRole('tab', { name: 'Package' }).click();
  await main.getByText('1.0.0', { exact: true }).first().waitFor();
  await main.getByText('Withheld: little-notes@1.0.0').waitFor();
  await look(gatehouse, main, 'package-section');
});

test('a newer version is looked for when asked, and runs after a yes to old and new', async () => {
  const { main } = gatehouse;
  registry.publish(serverPackage('little-notes', '1.2.0'));
  await main.getByRole('button', { name: 'Check for update' }).click();
  await main.getByText('1.0.0 → 1.2.0').waitFor();
  expect((await facts()).package?.version).toBe('1.0.0');
  await look(gatehouse, main, 'package-newer');
  await main.getByRole('button', { name: 'Update to 1.2.0' }).click();
  const dialog = main.getByRole('dialog', { name: 'Update little-notes?' });
  await dialog.getByText('1.0.0 → 1.2.0').waitFor();
  await look(gatehouse, main, 'package-update');
  await dialog.getByRole('button', { name: 'Update to 1.2.0' }).click();
  await expect
    .poll(async () => (await facts()).package?.version, { timeout: 60_000, interval: 200 })
    .toBe('1.2.0');
  await main.getByText('It brings none.').waitFor();
});

test('install scripts run only after a warning', async () => {
  const { main } = gatehouse;
  const scripts = { postinstall: 'node -e ""' };
  registry.publish(serverPackage('little-notes', '1.3.0', { scripts }));
  await main.getByRole('button', { name: 'Check for update' }).click();
  await main.getByRole('button', { name: 'Update to 1.3.0' }).click();
  const update = main.getByRole('dialog', { name: 'Update little-notes?' });
  await update.getByRole('button', { name: 'Update to 1.3.0' }).click();
  await main.getByText('Withheld: little-notes@1.3.0').waitFor({ timeout: 60_000 });
  await main.getByRole('button', { name: 'Allow install scripts' }).click();
  const dialog = main.getByRole('dialog', { name: 'Allow install scripts of little-notes?' });
  await dialog.getByText('with your rights').waitFor();
  await look(gatehouse, main, 'package-scripts');
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await until(async () => (await facts()).package?.scripts_allowed).toBe(true);
  await main.getByRole('button', { name: 'Withhold them again' }).waitFor();
  expect(gatehouse.errors).toEqual([]);
});
