import { expect, test } from 'vitest';
import {
  PromptSkill,
  SkillFrontmatter,
  SkillIndex,
} from '../../../src-main/skills/skill-schema.ts';

const front = { name: 'pdf-export', description: 'Makes PDFs' };

test('frontmatter: the six fields of the format, and others that grant nothing', () => {
  const whole = {
    ...front,
    ...{ license: 'MIT', compatibility: 'any', metadata: { author: 'me' } },
    ...{ 'allowed-tools': 'Bash(git:*) Read', 'argument-hint': '<file>' },
  };
  expect(SkillFrontmatter.parse(whole)).toEqual(whole);
});

test.each([
  ['no description', { name: 'pdf-export' }],
  ['an empty description', { ...front, description: '  ' }],
  ['a far too long description', { ...front, description: 'x'.repeat(1025) }],
  ['capitals in the name', { ...front, name: 'PDF' }],
  ['a name with a path', { ...front, name: '../x' }],
  ['two hyphens', { ...front, name: 'a--b' }],
  ['metadata that is no text', { ...front, metadata: { a: { b: 1 } } }],
])('frontmatter with %s is refused', (_name, value) => {
  expect(SkillFrontmatter.safeParse(value).success).toBe(false);
});

const prompt = {
  name: 'pdf-export',
  version: '1.0.0',
  description: 'Makes PDFs',
  prompt: 'Do it.',
};

test('a prompt skill names own tools or <server>/<tool>', () => {
  const tools = ['skill_read', 'arxiv-search/get_paper', 'files/Write File'.replace(' ', '-')];
  expect(PromptSkill.parse({ ...prompt, requires: { tools } }).requires.tools).toEqual(tools);
  for (const tool of ['files/', '/write', 'Files/write', 'a__b/c', 'rm -rf', '']) {
    const wrong = PromptSkill.safeParse({ ...prompt, requires: { tools: [tool] } });
    expect(wrong.success, tool).toBe(false);
  }
});

test('a prompt skill has no field of its own invention', () => {
  expect(PromptSkill.safeParse({ ...prompt, allow: ['*'] }).success).toBe(false);
});

test('the index says of each skill whether it is on, its hash and where it came from', () => {
  const entry = {
    ...{ kind: 'knowledge', enabled: true, hash: 'a'.repeat(64) },
    source: { kind: 'url', reference: 'https://a.example/x.zip' },
  };
  expect(SkillIndex.parse({ version: 1, skills: { pdf: entry } }).skills['pdf']).toEqual(entry);
  const quoted = { version: 1, skills: { pdf: { ...entry, enabled: 'true' } } };
  expect(SkillIndex.safeParse(quoted).success).toBe(false);
});
