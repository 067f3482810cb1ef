import { z } from 'zod';
import { OWN_TOOLS, type OwnToolName } from '../catalog/exposed-names.ts';
import { isServerId } from '../kernel/ids.ts';
import { fail, type Result } from '../kernel/result.ts';
import { readYaml, type YamlPrepared } from '../registry/read-yaml.ts';

const Level = z.enum(['allow', 'ask', 'deny']);
const Names = z.array(z.string().min(1).max(256)).max(500);
const Text = z.string().max(100_000);
const AgentName = z
  .string()
  .refine(isServerId, 'lower-case letters and digits, joined by single - or _');
const ServerName = z
  .string()
  .refine((name) => name === '*' || isServerId(name), 'the id of a server, or "*"');

/** Gatehouse's own tools at the gateway. */
export const LOCAL_TOOLS = OWN_TOOLS;
export type LocalTool = OwnToolName;

const limit = (fallback: number) => z.number().int().min(1).max(10_000_000).default(fallback);

/** `agents/<name>.yml` (DESIGN.md 9) with its defaults. Unknown fields are errors. */
export const Profile = z.strictObject({
  name: AgentName,
  description: z.string().max(2000).default(''),
  system_prompt: Text.default(''),
  /** `none`: clients see raw tool names. */
  prefix: z.enum(['server', 'none']).default('server'),
  /** Whether its servers may ask the client's model. */
  sampling: z.boolean().default(false),
  mcp: z
    .strictObject({
      local_tools: z.array(z.enum(LOCAL_TOOLS)).max(50).default(['result_read']),
      /** Server id -> globs on tool names. */
      online_tool: z.record(ServerName, Names).default({}),
    })
    .prefault({}),
  skills: Names.default([]),
  visible_skills: Names.default([]),
  deny_skills: Names.default([]),
  approval: z
    .strictObject({
      low: Level.default('allow'),
      medium: Level.default('allow'),
      // Looser than "ask" only by a person's grant, never by a file.
      high: z.enum(['ask', 'deny']).default('ask'),
    })
    .prefault({}),
  limits: z
    .strictObject({
      result_inline_chars: limit(50_000),
      skill_read_chars_per_call: limit(20_000),
      skill_read_chars_per_session: limit(200_000),
    })
    .prefault({}),
  roots: Names.default([]),
  hosts: Names.default([]),
  sub_agents: z
    .array(
      z.strictObject({
        name: AgentName,
        description: z.string().max(2000).default(''),
        prompt: Text.default(''),
      }),
    )
    .max(50)
    .default([]),
});
export type Profile = z.output<typeof Profile>;

const KNOWN = [
  ...Object.keys(Profile.shape),
  ...['local_tools', 'online_tool', 'low', 'medium', 'high', 'prompt'],
  ...['result_inline_chars', 'skill_read_chars_per_call', 'skill_read_chars_per_session'],
];

/** Seed spellings and their twins, at the top and inside `mcp`. */
const TWINS: Readonly<Record<string, string>> = {
  systemPrompt: 'system_prompt',
  localTools: 'local_tools',
  onlineTool: 'online_tool',
  subAgents: 'sub_agents',
};

/** Keys with which an agent file would bring a connection of its own (DESIGN.md 4, step 6). */
const CONNECTION = [
  'command',
  'command_argv',
  'args',
  'url',
  'httpUrl',
  'serverUrl',
  'transport',
  'env',
];

/** Fails with unreadable_file or invalid_entry, naming line and column; `name` is that of the file. */
export function parseProfile(name: string, text: string): Result<Profile> {
  const file = `agents/${name}.yml`;
  const read = readYaml(text, { name: file, schema: Profile, known: KNOWN, prepare: normalised });
  if (!read.ok || read.value.name === name) return read;
  return fail('invalid_entry', `${file}: the agent calls itself "${read.value.name}".`, {
    fix: 'Give the file and the agent the same name.',
    params: { file },
  });
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Twins under one name, tools inside `mcp`, and no connection. */
function normalised(value: unknown): YamlPrepared {
  if (!isFields(value)) return { value };
  const top = renamed(value, []);
  if (!top.ok) return { problem: top.problem };
  const inner = isFields(top.fields['mcp']) ? renamed(top.fields['mcp'], ['mcp']) : null;
  if (inner && !inner.ok) return { problem: inner.problem };
  const { local_tools, online_tool, ...rest } = top.fields;
  const outside = withoutUndefined({ local_tools, online_tool });
  for (const key of Object.keys(outside)) {
    if (inner && Object.hasOwn(inner.fields, key)) {
      return { problem: { path: [key], message: `"${key}" stands both in "mcp" and outside it.` } };
    }
  }
  const tools = { ...inner?.fields, ...outside };
  const connection = inlineConnection(tools['online_tool'], spelling(value, inner !== null));
  if (connection) return { problem: connection };
  const keep = inner || !Object.hasOwn(top.fields, 'mcp');
  return { value: keep ? { ...rest, mcp: tools } : { ...rest, ...outside } };
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

function renamed(
  fields: Fields,
  path: readonly string[],
):
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly problem: Problem } {
  const entries = new Map<string, unknown>();
  for (const [key, value] of Object.entries(fields)) {
    const twin = Object.hasOwn(TWINS, key) ? TWINS[key] : undefined;
    const name = twin ?? key;
    if (entries.has(name)) {
      const message = `"${name}" is given twice, in two spellings.`;
      return { ok: false, problem: { path: [...path, key], message } };
    }
    entries.set(name, value);
  }
  return { ok: true, fields: Object.fromEntries(entries) };
}

/** Where the tools of servers stand in the file, in its own spelling: for the line of a problem. */
function spelling(value: Fields, inMcp: boolean): readonly string[] {
  const holder = inMcp && isFields(value['mcp']) ? value['mcp'] : value;
  const path = holder === value ? [] : ['mcp'];
  const key = Object.keys(holder).find((each) => (TWINS[each] ?? each) === 'online_tool');
  return [...path, key ?? 'online_tool'];
}

function inlineConnection(tools: unknown, path: readonly string[]): Problem | null {
  const below: [string[], unknown][] = Array.isArray(tools)
    ? tools.map((each, index) => [[String(index)], each])
    : Object.entries(isFields(tools) ? tools : {}).map(([id, each]) => [[id], each]);
  const places: [string[], unknown][] = [[[], tools], ...below];
  for (const [place, entry] of places) {
    if (!isFields(entry)) continue;
    const key = Object.keys(entry).find((each) => isConnection(each, entry[each]));
    if (key !== undefined) return refused([...path, ...place, key], place.at(-1));
  }
  return null;
}

/** A server may be called "env"; then it has a list of tools. */
const isConnection = (key: string, value: unknown): boolean =>
  CONNECTION.includes(key) && !(Array.isArray(value) && !['args', 'command_argv'].includes(key));

const refused = (path: readonly string[], server: string | undefined): Problem => ({
  path,
  message: `An agent cannot bring a connection of its own ("${path.at(-1)}"). Register ${
    server === undefined ? 'the server' : `"${server}"`
  } as a server first, then name its id and tools here.`,
});

const withoutUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
