import { expect, test } from 'vitest';
import { parseSettings } from '../../../src-main/registry/parse-settings.ts';
import { DEFAULT_SETTINGS } from '../../../src-main/registry/settings.ts';
import { Settings as ContractSettings } from '../../../src-preload/contract/index.ts';

function read(text: string) {
  const parsed = parseSettings(text);
  if (parsed.problem) throw new Error(parsed.problem.message);
  return parsed;
}

test('an empty object means the defaults, which are what the contract promises', () => {
  expect(read('{}')).toEqual({ problem: null, settings: DEFAULT_SETTINGS, invalid: [] });
  expect(ContractSettings.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
  expect(DEFAULT_SETTINGS.approvals).toEqual({ answer_from: 'window', expire_s: 300, hold_s: 45 });
});

test('comments, trailing commas and unknown keys are fine', () => {
  const { settings, invalid } = read('{ // mine\n "theme": "dark", "x-notes": [], }');
  expect(settings.theme).toBe('dark');
  expect(invalid).toEqual([]);
});

test('a wrong value is named with its place, its default holds and so do the others', () => {
  const { settings, invalid } = read(`{
  "theme": "DARK",
  "approvals": { "expire_s": "30s", "hold_s": 20 },
  "runners": ["npx", 7],
  "gateway": 7420,
  "langauge": "en"
}`);
  expect(settings).toEqual({
    ...DEFAULT_SETTINGS,
    approvals: { answer_from: 'window', expire_s: 300, hold_s: 20 },
  });
  expect(invalid.map(({ line, message }) => [line, message.split(';')[0]])).toEqual([
    [2, '"theme" is "DARK"'],
    [4, '"runners[1]" is 7'],
    [3, '"approvals.expire_s" is "30s"'],
    [5, '"gateway" is 7420'],
    [6, '"langauge" is not a field of this file. Did you mean "language"?'],
  ]);
});

test('of a key that stands twice the default holds', () => {
  const { settings, invalid } = read('{ "theme": "dark", "theme": "light" }');
  expect(settings.theme).toBe('system');
  expect(invalid[0]?.message).toMatch(/"theme" stands there more than once/);
});
