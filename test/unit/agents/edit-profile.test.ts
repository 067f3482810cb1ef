import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withProfileChanges, withServerTools } from '../../../src-main/agents/edit-profile.ts';
import { defaultProfileText, newProfileText } from '../../../src-main/agents/new-profile.ts';
import { parseProfile } from '../../../src-main/agents/profile-schema.ts';
import { done, failed } from '../../integration/registry/home.ts';

const TEXT = `# Reads papers.
name: reader # the same as the file
system_prompt: |
  You help.

  Be brief.
mcp:
  # What it may use
  online_tool:
    notes: ["*"] # all of them
    arxiv: [search, get_paper]
roots: ["~/papers"]
`;
const toolsOf = (text: string) => done(parseProfile('reader', text)).mcp.online_tool;

describe('tools of one server', () => {
  test('are added at the end, and comments and order stay', () => {
    const text = done(withServerTools(TEXT, 'files', ['read_*']));
    expect(text).toBe(TEXT.replace('get_paper]\n', 'get_paper]\n    files: [read_*]\n'));
  });

  test('are replaced in their place', () => {
    const text = done(withServerTools(TEXT, 'notes', ['add', 'b: c']));
    expect(text).toBe(TEXT.replace('["*"] # all', '[add, "b: c"] # all'));
  });

  test('none takes the server away; one that is not there changes nothing', () => {
    const text = done(withServerTools(TEXT, 'arxiv', []));
    expect(text).toBe(TEXT.replace('    arxiv: [search, get_paper]\n', ''));
    expect(done(withServerTools(TEXT, 'other', []))).toBe(TEXT);
  });

  test.each([
    ['as they are', 'name: reader\nonlineTool:\n  notes: ["*"]\n'],
    ['inside mcp', 'name: reader\nmcp:\n  onlineTool: { notes: ["*"] }\n'],
    ['outside it', 'name: reader\nonline_tool: { notes: ["*"] }\n'],
  ])('older spellings go on: %s', (_name, text) => {
    const after = done(withServerTools(text, 'files', ['*']));
    expect(toolsOf(after)).toEqual({ notes: ['*'], files: ['*'] });
  });

  test('a file without the section gets it', () => {
    expect(done(withServerTools('name: reader\n', 'files', ['*']))).toBe(
      'name: reader\nmcp:\n  online_tool:\n    files: ["*"]\n',
    );
  });

  test('a section that is an alias is left to the text', () => {
    const text = 'name: reader\nsub_agents: []\nmcp: { online_tool: &a { notes: ["*"] } }\n';
    const aliased = text.replace('mcp: {', 'mcp: &m {').replace('sub_agents: []', 'roots: []');
    expect(toolsOf(aliased)).toEqual({ notes: ['*'] });
    const behind = 'name: reader\nlimits: &l {}\nmcp: *l\n';
    expect(failed(withServerTools(behind, 'files', ['*'])).code).toBe('bad_arguments');
  });

  test('line ends of Windows stay', () => {
    const text = done(withServerTools(TEXT.replaceAll('\n', '\r\n'), 'files', ['*']));
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(toolsOf(text)).toHaveProperty('files', ['*']);
  });

  test('whatever the globs, what is read back is what was set, and nothing else moved', () => {
    const name = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (tools) => {
        fc.pre(tools.every((tool) => tool.isWellFormed()));
        const after = done(parseProfile('reader', done(withServerTools(TEXT, 'files', tools))));
        const before = done(parseProfile('reader', TEXT));
        before.mcp.online_tool['files'] = tools;
        expect(after).toEqual(before);
      }),
    );
  });
});

test('fields are changed and the others stay as they are', () => {
  const text = done(
    withProfileChanges(TEXT, {
      ...{ description: 'New: yes', approval: { high: 'deny' }, roots: [], prefix: 'none' },
      ...{ local_tools: ['result_read'], sampling: true, result_inline_chars: 100 },
    }),
  );
  expect(text).toContain('# Reads papers.\nname: reader # the same as the file\n');
  expect(done(parseProfile('reader', text))).toMatchObject({
    ...{ description: 'New: yes', approval: { low: 'allow', high: 'deny' }, roots: [] },
    ...{ prefix: 'none', sampling: true, system_prompt: 'You help.\n\nBe brief.\n' },
    mcp: { local_tools: ['result_read'], online_tool: { notes: ['*'] } },
    limits: { result_inline_chars: 100 },
  });
  expect(done(withProfileChanges(TEXT, { description: undefined }))).toBe(TEXT);
});

test('a new agent allows nothing and says in its file how to allow something', () => {
  expect(done(parseProfile('default', defaultProfileText()))).toMatchObject({
    mcp: { online_tool: {}, local_tools: ['result_read'] },
  });
  const text = newProfileText('reader', 'a: "b" # c');
  expect(done(parseProfile('reader', text)).description).toBe('a: "b" # c');
  expect(text).toMatch(/^# .*allowed/);
  const allowed = done(withServerTools(text, 'files', ['*']));
  expect(allowed).toMatch(/^# .*allowed/);
  expect(allowed).toMatch(/online_tool:\n {4}files: \["\*"\]/);
});
