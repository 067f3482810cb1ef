import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Registration } from '../../../src-main/registry/registration.ts';
import {
  expandField,
  expandLaunch,
  placeholderNames,
} from '../../../src-main/servers/placeholders.ts';

const values: Record<string, string> = { VAR: 'value', EMPTY: '', NESTED: '${VAR} $VAR %VAR%' };
const lookup = (name: string) => values[name];
const expand = (text: string, kind: 'strict' | 'argument' = 'strict') => {
  const result = expandField('url', text, kind, lookup);
  return result.ok ? result.value : result.failure;
};

test.each([
  ['${VAR}', 'value'],
  ['a${VAR}b${VAR}', 'avaluebvalue'],
  ['${VAR:-dflt}', 'value'],
  ['${UNSET:-dflt}', 'dflt'],
  ['${UNSET:-}', ''],
  ['${EMPTY:-dflt}', 'dflt'],
  ['${EMPTY}', ''],
  ['$${VAR}', '${VAR}'],
  ['$${env:X}', '${env:X}'],
  ['${NESTED}', '${VAR} $VAR %VAR%'],
  ['$$HOME', '$HOME'],
  ['costs 5$', 'costs 5$'],
  ['https://h/a%20b%E4%BD%A0', 'https://h/a%20b%E4%BD%A0'],
  ['100%', '100%'],
  ['a$b', 'a$b'],
])('%s becomes %s', (text, expected) => {
  expect(expand(text)).toBe(expected);
});

test.each([
  ['${UNSET}', 'UNSET'],
  ['${env:VAR}', 'VAR'],
  ['${input:token}', 'token'],
  ['{env:VAR}', 'VAR'],
  ['x${1x}', 'NAME'],
  ['${}', 'NAME'],
  ['${VAR', 'VAR'],
  ['$VAR', 'VAR'],
  ['Bearer $VAR', 'VAR'],
  ['%VAR%', 'VAR'],
  ['${VAR}${env:X}', 'X'],
  ['${UNSET:-${VAR}}', 'NAME'],
  ['$${VAR}${env:X}', 'X'],
])('%s is refused, with field and variable', (text, name) => {
  expect(expand(text)).toMatchObject({
    code: 'placeholder_unset',
    params: { field: 'url', name },
  });
});

test('inside an argument $NAME and %NAME% are plain text; alone they are refused', () => {
  expect(expand('^foo$BAR', 'argument')).toBe('^foo$BAR');
  expect(expand('select %VAR% $1', 'argument')).toBe('select %VAR% $1');
  expect(expand('$VAR', 'argument')).toMatchObject({ code: 'placeholder_unset' });
  expect(expand('%VAR%', 'argument')).toMatchObject({ code: 'placeholder_unset' });
  expect(expand('$$VAR', 'argument')).toBe('$VAR');
  expect(expand('a$$VAR', 'argument')).toBe('a$$VAR');
  expect(expand('${env:VAR}', 'argument')).toMatchObject({ code: 'placeholder_unset' });
});

const registration = Registration.parse({
  transport: 'stdio',
  command_argv: ['${CMD}', '--a=${ONE}', '$${LITERAL}'],
  cwd: '${TWO:-/tmp}',
  env: { A: '${THREE}', B: '${ONE}' },
});

test('the names that a registration refers to are listed once each', () => {
  expect(placeholderNames(registration)).toEqual(['ONE', 'THREE', 'TWO']);
});

test('a launch is expanded in all its fields, but never in the command itself', () => {
  const result = expandLaunch(registration, (name) => ({ ONE: '1', THREE: '3' })[name]);
  expect(result).toEqual({
    ok: true,
    value: {
      argv: ['${CMD}', '--a=1', '${LITERAL}'],
      env: { A: '3', B: '1' },
      url: '',
      cwd: '/tmp',
    },
  });
  expect(expandLaunch(registration, () => undefined)).toMatchObject({
    ok: false,
    failure: { params: { field: 'command_argv[1]', name: 'ONE' } },
  });
});

test('whatever a value holds, it arrives as it is', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const result = expandField('env.A', 'x${V}y', 'strict', () => value);
      expect(result).toEqual({ ok: true, value: `x${value}y` });
    }),
  );
});

test('no text with an open placeholder ever passes unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('$', '{', '}', 'A', ':', '-', 'e') }), (text) => {
      const result = expandField('url', text, 'strict', () => 'v');
      if (!result.ok) return;
      // What is left of `${` was written as the literal form.
      const literals = text.match(/\$\$\{/g)?.length ?? 0;
      expect(result.value.split('${').length - 1).toBeLessThanOrEqual(literals);
    }),
    { numRuns: 2_000 },
  );
});
