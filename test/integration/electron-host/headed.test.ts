import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialog } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standInFolder } from '../../electron-host/launch.ts';
import { fixtureApp, freshHome, startFixture } from './running-fixture.ts';

let screen: ChildProcess;
let fixture: Awaited<ReturnType<typeof startFixture>>;
let headed: Record<string, string>;
let errors = '';
/** What the person was asked, and how they will answer: null cancels. */
let questions: string[] = [];
let answers: (string | null)[] = [];

beforeAll(async () => {
  const started = await startScreen();
  screen = started.child;
  headed = { EHOST_HEADED: '1', DISPLAY: started.display, WAYLAND_DISPLAY: '' };
  fixture = await startFixture([], headed);
  fixture.app.process().stderr?.on('data', (more) => {
    errors += String(more);
  });
  const page = await fixture.app.firstWindow();
  await page.waitForLoadState('load');
  page.on('dialog', answer);
});

afterAll(async () => {
  await fixture?.stop();
  screen?.kill('SIGTERM');
});

/** A screen of its own, on the first number that is free. */
async function startScreen() {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const number = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended (${code})`)));
    child.stdout.setEncoding('utf8').once('data', resolve);
  });
  return { child, display: `:${number.trim()}` };
}

async function answer(dialog: Dialog) {
  questions.push(dialog.message());
  const next = answers.shift();
  if (next === undefined || next === null) await dialog.dismiss();
  else await dialog.accept(next);
}

function person(...will: (string | null)[]) {
  questions = [];
  answers = will;
}

test('it says once that the window is open', async () => {
  const home = freshHome();
  const env = { ...process.env, ...home.env, ...headed, EHOST_OPEN_TEXT: 'the window is open' };
  const child = spawn(join(standInFolder, 'electron'), [fixtureApp], { env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stdout.on('data', (more) => {
    said += String(more);
  });
  await expect.poll(() => said, { timeout: 15_000 }).toContain('the window is open');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(said.match(/the window is open\n/g)).toHaveLength(1);
  home.remove();
});

describe('a person at a headed window', () => {
  const open = (options: Electron.OpenDialogOptions) =>
    fixture.app.evaluate(({ dialog, BrowserWindow }, asked) => {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) throw new Error('no window');
      return dialog.showOpenDialog(window, asked);
    }, options);

  test('types the path of a folder, and is asked again with the reason until it is one', async () => {
    const folder = join(fixture.home, 'my notes');
    const file = join(fixture.home, 'list.txt');
    mkdirSync(folder);
    writeFileSync(file, '');
    person('notes', `${folder}/none`, file, ` ${folder} `);
    const got = await open({ title: 'Choose a folder', properties: ['openDirectory'] });
    expect(got).toEqual({ canceled: false, filePaths: [folder] });
    expect(questions.map((text) => text.split('\n')[0])).toEqual([
      'Choose a folder',
      'A full path begins with / or ~: /home/me/notes, for example.',
      `There is no ${folder}/none.`,
      `${file} is not a folder.`,
    ]);
    expect(questions[3]).toContain('Choose a folder\nType the full path of a folder.');
    const kept = await fixture.app.evaluate(() => globalThis.__ehost.dialogs.at(-1)?.answer);
    expect(kept).toEqual(got);
  });

  test('means the home folder by ~', async () => {
    person('~');
    const got = await open({ properties: ['openDirectory'] });
    expect(got.filePaths).toEqual([fixture.home]);
  });

  test('cancels', async () => {
    person(null);
    expect(await open({ properties: ['openDirectory'] })).toEqual({
      canceled: true,
      filePaths: [],
    });
    expect(questions).toHaveLength(1);
  });

  test('is asked before a file is replaced', async () => {
    const there = join(fixture.home, 'there.csv');
    const fresh = join(fixture.home, 'new.csv');
    writeFileSync(there, '');
    person(fixture.home, join(fixture.home, 'none', 'x.csv'), there, null, fresh);
    const got = await fixture.app.evaluate(({ dialog }) => dialog.showSaveDialog({}));
    expect(got).toEqual({ canceled: false, filePath: fresh });
    expect(questions.map((text) => text.split('\n')[0])).toEqual([
      'Save',
      `${fixture.home} is a folder.`,
      `There is no ${join(fixture.home, 'none')}.`,
      `There is a file ${there} already. Replace it?`,
      'Save',
    ]);
  });

  test('chooses a button by its number, and ticks the box', async () => {
    const ask = () =>
      fixture.app.evaluate(({ dialog }) =>
        dialog.showMessageBox({
          message: 'Keep running?',
          buttons: ['Keep', 'Quit', 'Cancel'],
          cancelId: 2,
          checkboxLabel: 'Remember',
        }),
      );
    person('4', '2', '');
    expect(await ask()).toEqual({ response: 1, checkboxChecked: true });
    expect(questions).toHaveLength(3);
    expect(questions[0]).toBe('Keep running?\n\n1: Keep\n2: Quit\n3: Cancel\n\nType the number.');
    expect(questions[1]).toMatch(/^4 is not one of the numbers\.\n/);
    expect(questions[2]).toMatch(/^Remember\n/);
    person('1', null);
    expect(await ask()).toEqual({ response: 0, checkboxChecked: false });
    person(null);
    expect(await ask()).toEqual({ response: 2, checkboxChecked: false });
  });

  test('is not asked what a test has answered', async () => {
    person();
    const got = await fixture.app.evaluate(({ dialog }) => {
      globalThis.__ehost.dialogAnswers.push({ canceled: false, filePaths: ['/a'] });
      return dialog.showOpenDialog({});
    });
    expect(got).toEqual({ canceled: false, filePaths: ['/a'] });
    expect(questions).toEqual([]);
  });

  test('is asked one question after another', async () => {
    person('~', null);
    const got = await fixture.app.evaluate(async ({ dialog }) =>
      Promise.all([
        dialog.showOpenDialog({ properties: ['openDirectory'] }),
        dialog.showMessageBox({ message: 'Sure?', buttons: ['Yes', 'No'], cancelId: 1 }),
      ]),
    );
    expect(got[0].filePaths).toEqual([fixture.home]);
    expect(got[1].response).toBe(1);
  });

  test('who sees no window is not asked: the dialog is cancelled, and stderr says so', async () => {
    person();
    const got = await fixture.app.evaluate(async ({ dialog, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      window?.hide();
      const answered = await dialog.showOpenDialog({});
      window?.show();
      return answered;
    });
    expect(got).toEqual({ canceled: true, filePaths: [] });
    await expect.poll(() => errors).toContain('nobody to ask: a dialog (open) was cancelled');
  });
});
