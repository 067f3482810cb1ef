import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globMatches, matchRules } from '../../../src-main/policy/policy-rules.ts';
import { EMPTY_POLICY, Policy, parsePolicy } from '../../../src-main/policy/policy-schema.ts';
import { failed } from '../../integration/registry/home.ts';

const call = { agent: 'writer', server_id: 'files', tool: 'write_file', risk: 'high' } as const;
const ids = (rules: unknown[], about = call) => {
  const { deny, ask, allow } = matchRules(Policy.parse({ version: 1, rules }), about);
  return [deny?.id, ask?.id, allow?.id];
};

describe('which rules speak about a call', () => {
  test('none in an empty policy', () => {
    expect(matchRules(EMPTY_POLICY, call)).toEqual({});
  });

  test.each([
    ['everything, without fields', {}, true],
    ['its agent', { agents: ['writer'] }, true],
    ['another agent', { agents: ['reader'] }, false],
    ['one of several agents', { agents: ['reader', 'writer'] }, true],
    ['its server by glob', { servers: ['fi*'] }, true],
    ['its tool by glob', { tools: ['*_file'] }, true],
    ['its risk', { risk: ['medium', 'high'] }, true],
    ['another risk', { risk: ['low'] }, false],
    ['its tool on another server', { servers: ['web'], tools: ['write_file'] }, false],
    ['a tool in other letters', { tools: ['Write_File'] }, false],
    ['a tool whose name only begins so', { tools: ['write'] }, false],
    [
      'all fields at once',
      { agents: ['*'], servers: ['files'], tools: ['w*'], risk: ['high'] },
      true,
    ],
  ])('%s', (_name, fields, matches) => {
    expect(ids([{ id: 'r', effect: 'deny', ...fields }])[0]).toBe(matches ? 'r' : undefined);
  });

  test('the first of each effect, in the order of the file', () => {
    expect(
      ids([
        { id: 'a1', effect: 'allow' },
        { id: 'k1', effect: 'ask', tools: ['other'] },
        { id: 'd1', effect: 'deny' },
        { id: 'k2', effect: 'ask' },
        { id: 'd2', effect: 'deny' },
      ]),
    ).toEqual(['d1', 'k2', 'a1']);
  });
});

describe('globs', () => {
  test.each([
    ['*', '', true],
    ['*', 'anything/at.all', true],
    ['', '', true],
    ['', 'a', false],
    ['a*b*c', 'aXXbYYc', true],
    ['a*b*c', 'abcabc', true],
    ['a*b*c', 'aXXbYY', false],
    ['**', 'x', true],
    ['a.c', 'abc', false],
    ['a[bc]', 'ab', false],
    ['a?', 'ab', false],
    ['写*', '写文件', true],
  ])('%j on %j is %s', (glob, name, matches) => {
    expect(globMatches(glob, name)).toBe(matches);
  });

  test('they say the same as the plain reading of them', () => {
    const letters = fc.constantFrom('a', 'b', '*', '.', '\n');
    const word = fc.array(letters, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(word, word, (glob, name) => {
        const pattern = glob.split('*').map((part) => part.replace(/[.\n]/g, '[$&]'));
        expect(globMatches(glob, name)).toBe(new RegExp(`^${pattern.join('[^]*')}$`).test(name));
      }),
      { seed: 4, numRuns: 3000 },
    );
  });

  test('a glob made to be slow is not', () => {
    const start = performance.now();
    expect(globMatches('*a'.repeat(100).concat('b'), 'a'.repeat(2000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('the text of policy.yml', () => {
  test('a whole policy', () => {
    const text = `# mine
version: 1
rules:
  - id: no-deletes
    effect: deny
    tools: ["delete_*"]
    reason: Ask me in person.
`;
    expect(parsePolicy(text)).toMatchObject({
      ok: true,
      value: { rules: [{ id: 'no-deletes', effect: 'deny', reason: 'Ask me in person.' }] },
    });
  });

  const rule = (lines: string) => `version: 1\nrules:\n  - id: r\n    effect: deny\n    ${lines}\n`;
  test.each([
    ['a misspelt field', rule('tool: [x]'), 5, 5, /"rules\[0\]\.tool" is not a field.*"tools"/],
    ['an unknown field', rule('when: night'), 5, 5, /"rules\[0\]\.when" is not a field/],
    [
      'an unknown effect',
      'version: 1\nrules:\n- {id: a, effect: block}',
      3,
      11,
      /"block"; it must be one of "allow", "ask", "deny"/,
    ],
    ['a risk in capitals', rule('risk: [HIGH]'), 5, 12, /"HIGH"; it must be one of/],
    ['text for a list', rule('tools: delete'), 5, 5, /must be a list/],
    ['an empty list', rule('tools: []'), 5, 5, /at least 1/],
    [
      'a missing effect',
      'version: 1\nrules:\n  - id: a\n',
      3,
      5,
      /"rules\[0\]\.effect" is missing/,
    ],
    [
      'an id that is taken',
      'version: 1\nrules:\n- {id: a, effect: ask}\n- {id: a, effect: deny}\n',
      4,
      4,
      /taken/,
    ],
    ['a version of the future', 'version: 2\nrules: []\n', 1, 1, /"version" is 2; it must be 1/],
    ['a quoted version', 'version: "1"\n', 1, 1, /"version" is "1"; it must be 1/],
    ['an empty file', '', null, null, /./],
    ['a list', '- a\n', 1, 1, /must be an object/],
    ['broken YAML', 'version: 1\nrules: [\n', 3, 1, /cannot be read/],
    ['a key that stands twice', 'version: 1\nversion: 1\n', 2, 1, /unique/],
    ['two documents', 'version: 1\n---\nversion: 1\n', 2, 1, /cannot be read/],
    ['a tag of its own', 'version: !!js/function x\n', 1, 10, /cannot be read/],
    [
      'too many aliases',
      `a: &a [x]\n${'b'}: &b [${'*a,'.repeat(60)}]\nc: [${'*b,'.repeat(60)}]\n`,
      1,
      1,
      /aliases/,
    ],
    ['too deep nesting', `version: ${'['.repeat(50_000)}`, null, null, /too deep|cannot be read/],
  ])('%s is refused with its place', (_name, text, line, column, message) => {
    const failure = failed(parsePolicy(text));
    expect(failure.code).toMatch(/invalid_entry|unreadable_file/);
    expect(failure.message).toMatch(message);
    if (line !== null) expect(failure.params).toEqual({ line, column });
  });
});
