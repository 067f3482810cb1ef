import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_RUNNERS, DEFAULT_SETTINGS } from '../../../src-main/registry/settings.ts';
import { openSettings, type SettingsStore } from '../../../src-main/registry/settings-file.ts';
import { by, done, failed, type Home, makeHome, until } from './home.ts';

let home: Home;
let settings: SettingsStore;

beforeEach(async () => {
  home = makeHome();
  const { paths, trust } = home;
  settings = done(await openSettings({ paths, trust, watch: true }));
});
afterEach(() => {
  settings.close();
  home.drop();
});

/** As another program does it: never in the midst of a run of our code. */
async function write(text: string): Promise<void> {
  writeFileSync(home.paths.settings, text);
  await nextTurn();
}
const read = () => readFileSync(home.paths.settings, 'utf8');

test('without a file the defaults hold, and nothing is written until something is set', async () => {
  expect(settings.get()).toEqual(DEFAULT_SETTINGS);
  expect(existsSync(home.paths.settings)).toBe(false);
  done(await settings.set({ theme: 'dark', approvals: { expire_s: 60 } }, by));
  expect(JSON.parse(read())).toEqual({ theme: 'dark', approvals: { expire_s: 60 } });
  expect(settings.get()).toMatchObject({ theme: 'dark', approvals: { expire_s: 60, hold_s: 45 } });
});

test('setting one preference keeps comments, unknown keys and what was edited meanwhile', async () => {
  await write('{\n  // my colours\n  "theme": "light",\n  "x-mine": { "a": 1 } // keep\n}\n');
  expect(settings.get().theme).toBe('light');
  done(await settings.set({ language: 'zh-CN' }, by));
  expect(read()).toBe(
    '{\n  // my colours\n  "theme": "light",\n  "x-mine": { "a": 1 }, // keep\n  "language": "zh-CN"\n}\n',
  );
});

test.each([
  ['an unknown setting', { thme: 'dark' }, /"thme" is not a field.*"theme"/],
  ['a quoted number', { approvals: { hold_s: '45' } }, /"approvals.hold_s" is "45"/],
  ['nothing of the kind', 'dark', /must be an object/],
])('%s is refused and nothing is written', async (_name, changes, message) => {
  const failure = failed(await settings.set(changes, by));
  expect(failure.code).toBe('bad_arguments');
  expect(failure.message).toMatch(message);
  expect(existsSync(home.paths.settings)).toBe(false);
});

test('an unreadable file is told with its line, never written, and the last settings go on', async () => {
  await write('{ "theme": "dark" }');
  expect(settings.get().theme).toBe('dark');
  await write('{\n  "theme": "dark",,\n}');
  expect(settings.get().theme).toBe('dark');
  expect(settings.problems().failure).toMatchObject({
    code: 'unreadable_file',
    params: { line: 2 },
  });
  expect(failed(await settings.set({ theme: 'light' }, by)).code).toBe('unreadable_file');
  expect(read()).toBe('{\n  "theme": "dark",,\n}');
});

test('runners and who may answer, edited from outside, wait until accepted', async () => {
  let told = 0;
  settings.changed.subscribe(() => {
    told += 1;
  });
  await write(
    '{ "runners": ["npx", "evil"], "approvals": { "answer_from": "cli" }, "theme": "dark" }',
  );
  expect(settings.get()).toMatchObject({
    theme: 'dark',
    runners: DEFAULT_RUNNERS,
    approvals: { answer_from: 'window' },
  });
  expect(settings.pending()).toMatchObject([
    {
      item: 'runners',
      problem: null,
      changes: [
        { field: 'runners', after: '["npx","evil"]' },
        { field: 'approvals.answer_from', before: '"window"', after: '"cli"' },
      ],
    },
  ]);
  await until(() => told > 0);
  done(await settings.accept('runners', by));
  expect(settings.pending()).toEqual([]);
  expect(settings.get()).toMatchObject({
    runners: ['npx', 'evil'],
    approvals: { answer_from: 'cli' },
  });
  expect(failed(await settings.accept('runners', by)).code).toBe('not_found');
});

test('a runner added through Gatehouse holds at once, and accepts nothing else with it', async () => {
  await write('{ "approvals": { "answer_from": "cli" } }');
  done(await settings.set({ runners: [...DEFAULT_RUNNERS, '/opt/mine'] }, by));
  expect(settings.get().runners).toContain('/opt/mine');
  expect(settings.get().approvals.answer_from).toBe('window');
  expect(settings.pending()).toMatchObject([{ changes: [{ field: 'approvals.answer_from' }] }]);
});

test('a runner list that fell out of the file waits too', async () => {
  done(await settings.set({ runners: ['npx'] }, by));
  await write('{}');
  expect(settings.get().runners).toEqual(['npx']);
  expect(settings.pending()).toHaveLength(1);
});

test('shorter limits of the journal from outside wait for a person', async () => {
  await write('{ "journal": { "keep_days": 1, "keep_mb": 1 } }');
  expect(settings.get().journal).toEqual(DEFAULT_SETTINGS.journal);
  expect(settings.pending()[0]?.changes.map(({ field }) => field)).toEqual([
    'journal.keep_days',
    'journal.keep_mb',
  ]);
  done(await settings.accept('runners', by));
  expect(settings.get().journal).toEqual({ keep_days: 1, keep_mb: 1 });
});
