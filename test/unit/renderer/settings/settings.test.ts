import { describe, expect, it } from 'vitest';
import {
  type Check,
  reportText,
  worstFirst,
} from '../../../../src-renderer/features/settings/doctor-report.ts';
import {
  isRunnerPath,
  runnerProblem,
} from '../../../../src-renderer/features/settings/runner-name.ts';
import { wholeNumber } from '../../../../src-renderer/features/settings/whole-number.ts';

describe('a runner for the list', () => {
  it.each([
    'npx',
    'python3.13',
    'my-tool',
    '/usr/local/bin/mcp server',
    'C:\\tools\\x.exe',
    '\\\\host\\x',
  ])('may be %s', (name) => {
    expect(runnerProblem(name, [])).toBeNull();
  });

  it.each(['', ' ', 'npx -y', './x', '../x', 'a/b', '~/bin/x', 'sh;x', '/bin/\u202Ehs', '$(x)'])(
    'may not be %j',
    (name) => {
      expect(runnerProblem(name, [])).toBe('invalid');
    },
  );

  it('is on the list once', () => {
    expect(runnerProblem(' npx ', ['npx'])).toBe('taken');
  });

  it('is a path when it begins like one', () => {
    expect([isRunnerPath('/x'), isRunnerPath('D:/x'), isRunnerPath('x')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a number', () => {
  it('is whole and within its bounds', () => {
    expect(
      ['5', ' 60 ', '4', '101', '', '1.5', '1e2', '-5', '9999999999'].map((text) =>
        wholeNumber(text, 5, 100),
      ),
    ).toEqual([5, 60, null, null, null, null, null, null, null]);
  });
});

describe('the doctor’s report', () => {
  const check = (level: Check['level'], fix: string | null = null): Check => ({
    id: level,
    level,
    title: level,
    detail: 'd',
    fix,
  });

  it('has what needs a person first', () => {
    const sorted = worstFirst([check('ok'), check('note'), check('error'), check('warning')]);
    expect(sorted.map(({ level }) => level)).toEqual(['error', 'warning', 'note', 'ok']);
  });

  it('is copied with its fixes', () => {
    expect(reportText([check('error', 'mend it'), check('ok')])).toBe(
      '[error] error: d\n  fix: mend it\n[ok] ok: d',
    );
  });
});
