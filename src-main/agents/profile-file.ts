import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Failure, failure } from '../kernel/failure.ts';
import { fileErrorCode } from '../kernel/file-failure.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import { isServerId } from '../kernel/ids.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import { type AcceptedText, acceptedText, type Holding } from '../registry/accepted-text.ts';
import type { PendingEdit } from '../registry/pending-edit.ts';
import { watchTextFolder } from '../registry/watch-text-file.ts';
import type { Trust } from '../trust/trust.ts';
import type { AgentProfile, AgentProfiles } from './agent-profiles.ts';
import { type Profile, parseProfile } from './profile-schema.ts';

export const YOU = 'you';
const FILES_MAX = 500;
const PREFIX = 'file:agents/';

/** The person at the CLI or "try it": every enabled server, high asks. */
const you: AgentProfile = {
  name: YOU,
  description: 'You, at the command line or with "Try it"',
  built_in: true,
  servers: { '*': ['*'] },
  approval: { low: 'allow', medium: 'allow', high: 'ask' },
  roots: [],
  hosts: [],
  result_inline_chars: 50_000,
  prefix: 'server',
  local_tools: ['result_read'],
  sampling: false,
  problem: null,
};

export interface AgentProfileParts {
  readonly paths: HomePaths;
  readonly trust: Trust;
  readonly watch: boolean;
}

/** `you` and the files below `agents/`, of each the version that was accepted. */
export async function openAgentProfiles(parts: AgentProfileParts): Promise<Result<AgentProfiles>> {
  const changed: AgentProfiles['changed'] = new Topic();
  const folder = agentFolder(parts);
  const state = () => JSON.stringify([folder.names().map(folder.profile), folder.pending()]);
  let told = state();
  const tell = (): void => {
    const now = state();
    if (now === told) return;
    told = now;
    changed.emit({});
  };
  const unwatch = parts.watch ? watchTextFolder(parts.paths.agents, tell) : () => {};
  const settled = (done: Result<void>): Result<void> => {
    tell();
    return done;
  };
  const noFile = (name: string): Failure | null => {
    if (name === YOU) return nameProblem(name);
    return folder.exists(name) ? null : noAgent(name);
  };
  return ok({
    changed,
    list: () => [you, ...folder.names().map(folder.profile)],
    get: (name) => {
      if (name === YOU) return you;
      return folder.exists(name) ? folder.profile(name) : undefined;
    },
    pending: folder.pending,
    async accept(item, by) {
      const waits = folder.pending().find((edit) => edit.item === item);
      if (!waits) return fail('not_found', `Nothing waits under "${item}".`);
      if (waits.problem) return fail(waits.problem);
      return settled(folder.file(nameOf(item)).accept(by));
    },
    text: (name) => (nameProblem(name) === null ? folder.file(name).text() : null),
    file: (name) => (nameProblem(name) === null ? folder.path(name) : null),
    async create(name, text, by) {
      const wrong = nameProblem(name);
      if (wrong) return fail(wrong);
      const taken = fail('already_exists', `There is an agent "${name}" already.`, {
        params: { agent: name },
      });
      if (folder.exists(name)) return taken;
      const write = (now: string | null) => (now === null ? ok(text) : taken);
      return settled(await folder.file(name).edit(write, by));
    },
    async edit(name, work, by) {
      const missing = noFile(name);
      if (missing) return fail(missing);
      const change = (now: string | null) => (now === null ? fail(noAgent(name)) : work(now));
      return settled(await folder.file(name).edit(change, by));
    },
    async remove(name) {
      const missing = noFile(name);
      return missing ? fail(missing) : settled(await folder.file(name).remove());
    },
    set: async (name, text, by) => {
      const wrong = nameProblem(name);
      return wrong ? fail(wrong) : settled(await folder.file(name).set(text, by));
    },
    close: unwatch,
  });
}

/** The agent files of a home, written and accepted. */
function agentFolder({ paths, trust }: AgentProfileParts) {
  const files = new Map<string, AcceptedText<Profile>>();

  function file(name: string): AcceptedText<Profile> {
    const known = files.get(name);
    if (known) return known;
    const made = acceptedText({
      ...{ path: join(paths.agents, `${name}.yml`), backups: paths.backups, trust },
      ...{ item: `${PREFIX}${name}.yml`, title: `agents/${name}.yml` },
      parse: (text) => parseProfile(name, text),
    });
    files.set(name, made);
    return made;
  }

  const accepted = (): string[] =>
    [...trust.list('accepted').map(({ id }) => id), ...trust.lost('accepted')].flatMap((id) =>
      id.startsWith(PREFIX) && id.endsWith('.yml') ? [nameOf(id)] : [],
    );
  const written = (): string[] => fileNames(paths.agents).map((name) => name.slice(0, -4));
  const names = (): string[] =>
    [...new Set([...accepted(), ...written()])]
      .filter((name) => nameProblem(name) === null)
      .sort()
      .slice(0, FILES_MAX);

  return {
    file,
    path: (name: string): string => join(paths.agents, `${name}.yml`),
    names,
    exists: (name: string): boolean =>
      nameProblem(name) === null &&
      (file(name).holding().version !== 'none' || file(name).pending() !== null),
    profile: (name: string): AgentProfile => profileOf(name, file(name)),
    pending(): PendingEdit[] {
      const misnamed = written().flatMap((name) => {
        const problem = nameProblem(name);
        const title = `agents/${name}.yml`.slice(0, 150);
        return problem ? [{ item: `file:${title}`, title, changes: [], problem }] : [];
      });
      return [...misnamed, ...names().flatMap((name) => file(name).pending() ?? [])];
    },
  };
}

const nameOf = (item: string): string => item.slice(PREFIX.length, -'.yml'.length);

function nameProblem(name: string): Failure | null {
  if (name === YOU) {
    return failure('invalid_entry', `agents/${YOU}.yml: "${YOU}" is built in.`, {
      fix: 'Give the agent another name.',
    });
  }
  if (isServerId(name)) return null;
  return failure('invalid_entry', `${JSON.stringify(name.slice(0, 100))} cannot name an agent.`, {
    fix: 'Use lower-case letters and digits, joined by single - or _.',
  });
}

/** What holds of one agent, the same object as long as that is the same. */
function profileOf(name: string, file: AcceptedText<Profile>): AgentProfile {
  const holding = file.holding();
  const known = profiles.get(holding);
  if (known !== undefined) return known;
  const made = profileFrom(name, holding);
  profiles.set(holding, made);
  return made;
}
const profiles = new WeakMap<object, AgentProfile>();

/** With a problem it may do nothing. */
function profileFrom(name: string, { value, problem }: Holding<Profile>): AgentProfile {
  if (!value) return { ...nothing(name), problem: problem ?? notAccepted(name) };
  return {
    name,
    description: value.description,
    built_in: false,
    servers: byId(value.mcp.online_tool),
    approval: value.approval,
    roots: value.roots,
    hosts: value.hosts,
    result_inline_chars: value.limits.result_inline_chars,
    prefix: value.prefix,
    local_tools: value.mcp.local_tools,
    sampling: value.sampling,
    problem: null,
  };
}

/** Without a prototype: a server may be called "constructor". */
function byId(tools: Profile['mcp']['online_tool']): AgentProfile['servers'] {
  const servers: Record<string, readonly string[]> = Object.create(null);
  return Object.assign(servers, tools);
}

const nothing = (name: string): AgentProfile => ({
  ...{ name, description: '', built_in: false, servers: byId({}), roots: [], hosts: [] },
  approval: { low: 'deny', medium: 'deny', high: 'deny' },
  result_inline_chars: you.result_inline_chars,
  ...{ prefix: 'server', local_tools: [], sampling: false },
  problem: null,
});

const noAgent = (name: string): Failure =>
  failure('not_found', `There is no agent "${name}".`, {
    fix: `Make it: gatehouse agent create ${name}`,
    params: { agent: name },
  });

const notAccepted = (name: string): Failure =>
  failure('trust_pending', `agents/${name}.yml has not been accepted yet.`, {
    fix: 'Look at it and accept it.',
    params: { agent: name },
  });

function fileNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.yml') && !name.startsWith('.'))
      .slice(0, FILES_MAX);
  } catch (error) {
    if (fileErrorCode(error) === undefined) throw error;
    // No folder: no agents. One that cannot be listed shows no new files; what was accepted holds.
    return [];
  }
}
