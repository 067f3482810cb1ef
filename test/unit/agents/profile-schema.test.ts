import { describe, expect, test } from 'vitest';
import { parseProfile } from '../../../src-main/agents/profile-schema.ts';
import { done, failed } from '../../integration/registry/home.ts';

const WHOLE = `name: researcher
description: Reads papers
system_prompt: |
  You help.
mcp:
  local_tools: [skill_read]
  online_tool: { arxiv-search: [search, get_paper], notes: ["*"] }
skills: [pdf-export]
visible_skills: ["*"]
approval: { high: deny, medium: ask }
limits: { result_inline_chars: 1000 }
roots: ["~/papers"]
hosts: ["*.arxiv.org"]
sub_agents: [{ name: summariser, description: Short, prompt: Be brief. }]
`;
const parse = (text: string) => parseProfile('researcher', text);

test('a whole profile', () => {
  expect(done(parse(WHOLE))).toMatchObject({
    mcp: { online_tool: { 'arxiv-search': ['search', 'get_paper'], notes: ['*'] } },
    approval: { low: 'allow', medium: 'ask', high: 'deny' },
    limits: { result_inline_chars: 1000, skill_read_chars_per_call: 20_000 },
    sub_agents: [{ name: 'summariser' }],
  });
});

test('a profile of a name only may use no server and asks about high risk', () => {
  expect(done(parse('name: researcher'))).toMatchObject({
    mcp: { local_tools: ['result_read'], online_tool: {} },
    ...{ prefix: 'server', sampling: false },
    approval: { low: 'allow', medium: 'allow', high: 'ask' },
  });
});

test.each([
  ['inside mcp', 'mcp:\n  localTools: [skill_read]\n  onlineTool: { notes: ["*"] }\n'],
  ['outside it', 'localTools: [skill_read]\nonlineTool: { notes: ["*"] }\n'],
  ['snake_case outside it', 'local_tools: [skill_read]\nonline_tool: { notes: ["*"] }\n'],
  ['both places', 'mcp: { localTools: [skill_read] }\nonlineTool: { notes: ["*"] }\n'],
])('older spellings are read as their twins: %s', (_name, tools) => {
  const text = `name: researcher\nsystemPrompt: Hi\n${tools}subAgents: [{ name: a }]\n`;
  expect(done(parse(text))).toMatchObject({
    system_prompt: 'Hi',
    mcp: { local_tools: ['skill_read'], online_tool: { notes: ['*'] } },
    sub_agents: [{ name: 'a' }],
  });
});

describe('an inline connection is refused with its line', () => {
  test.each([
    ['a command', 'mcp:\n  online_tool:\n    notes:\n      command: npx\n      args: [x]\n', 5],
    ['an address', 'onlineTool:\n  notes:\n    url: https://a.example\n', 4],
    ['at the top', 'onlineTool:\n  command: npx\n', 3],
    ['in a list', 'mcp:\n  onlineTool:\n    - name: notes\n      command: npx\n', 5],
  ])('%s', (_name, tools, line) => {
    const failure = failed(parse(`name: researcher\n${tools}`));
    expect(failure).toMatchObject({ code: 'invalid_entry', params: { line } });
    expect(failure.message).toMatch(/cannot bring a connection of its own.*Register/);
  });

  test('a server that is called like a field is none', () => {
    const text = 'name: researcher\nmcp: { online_tool: { env: ["*"], command: [run] } }\n';
    expect(done(parse(text)).mcp.online_tool).toEqual({ env: ['*'], command: ['run'] });
  });
});

test.each([
  [
    'looser than asking',
    'approval: { high: allow }',
    2,
    /"approval.high" is "allow"; it must be one of "ask", "deny"/,
  ],
  ['a misspelt field', 'visible_skill: []', 2, /Did you mean "visible_skills"/],
  ['a switch that does not exist', 'auto_approve: true', 2, /"auto_approve" is not a field/],
  ['a quoted number', 'limits: { result_inline_chars: "10" }', 2, /a number, without quotes/],
  ['text for a list', 'roots: ~/papers', 2, /must be a list/],
  [
    'the same field in two spellings',
    'systemPrompt: a\nsystem_prompt: b',
    3,
    /twice, in two spellings/,
  ],
  [
    'tools in two places',
    'mcp: { online_tool: {} }\nonline_tool: {}',
    3,
    /both in "mcp" and outside/,
  ],
  [
    'a tool that is none of ours',
    'mcp:\n  local_tools: [result_reed]\n',
    3,
    /result_reed.*skill_list/,
  ],
  ['a prefix that is none', 'prefix: some\n', 2, /"server", "none"/],
  ['a server that cannot be', 'mcp: { online_tool: { "a__b": ["*"] } }', 2, /id of a server/],
])('%s is refused', (_name, fields, line, message) => {
  const failure = failed(parse(`name: researcher\n${fields}\n`));
  expect(failure.message).toMatch(message);
  expect(failure.params).toMatchObject({ line });
});

test('file and agent have one name', () => {
  expect(failed(parseProfile('writer', 'name: researcher')).message).toMatch(
    /calls itself "researcher"/,
  );
});
