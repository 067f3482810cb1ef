import type { z } from 'zod';
import {
  type Change,
  failureLine,
  fixText,
  type Launch,
  pastFailureOf,
  type QuietCode,
  type Registry,
  type Server,
  standingOf,
} from '../../src-preload/contract/index.ts';
import { packageRows, showEffective } from './show-package.ts';
import { plainText, table } from './table.ts';

/** The whole launch, one argument a line, nothing cut: what a person says yes to. */
export function showLaunch(launch: Launch): string {
  const lines = [`Launch of ${launch.server_id} (${launch.transport})`, ''];
  if (launch.transport === 'stdio') {
    launch.command_argv.forEach((argument, index) => {
      lines.push(`  ${String(index).padStart(2)}  ${plainText(argument)}`);
    });
    lines.push(
      '',
      `  runs      ${launch.executable === null ? 'not found on PATH' : plainText(launch.executable)}`,
    );
    if (launch.effective !== null) lines.push(...showEffective(launch.effective));
    if (launch.cwd !== '') lines.push(`  in        ${plainText(launch.cwd)}`);
  } else {
    lines.push(`  url       ${plainText(launch.url)}`);
  }
  for (const [name, value] of Object.entries(launch.env))
    lines.push(`  env       ${plainText(name)}=${plainText(value)}`);
  for (const name of launch.env_keys) lines.push(`  secret    ${plainText(name)}`);
  if (launch.auth.kind !== 'none')
    lines.push(`  sign-in   ${launch.auth.kind} ${plainText(launch.auth.env_key)}`);
  const beyond = capabilitiesBeyondUsual(launch.capabilities);
  if (beyond.length > 0) lines.push(`  may also  ${beyond.join(', ')}`);
  for (const [tool, risk] of Object.entries(launch.tool_risk_overrides))
    lines.push(`  risk set  ${plainText(tool)} = ${risk}`);
  for (const change of launch.changes) lines.push(`  changed   ${showChange(change)}`);
  for (const warning of launch.warnings) lines.push(`  careful   ${plainText(warning.text)}`);
  if (launch.refusal !== null) lines.push(`  refused   ${plainText(launch.refusal.message)}`);
  lines.push('', `  hash      ${launch.launch_hash}`);
  return lines.join('\n');
}

const USUAL = ['tools', 'resources', 'prompts'];
const capabilitiesBeyondUsual = (capabilities: readonly string[]): string[] =>
  capabilities.filter((capability) => !USUAL.includes(capability));

export const showChange = ({ field, before, after }: Change): string =>
  plainText(`${field}: ${before ?? '(nothing)'} -> ${after ?? '(nothing)'}`);

/** The same, but a text of several lines as what it is: the accepted lines, then the ones that wait. */
export function showTextChange(change: Change): string[] {
  const texts = [change.before, change.after].map(textOf);
  if (!texts.some((text) => text?.includes('\n'))) return [`  ${showChange(change)}`];
  const [before, after] = texts.map((text) => text?.trimEnd().split('\n') ?? []);
  return [
    ...(before ?? []).map((line) => `  - ${plainText(line)}`),
    ...(after ?? []).map((line) => `  + ${plainText(line)}`),
  ];
}

/** null where it is no JSON text of a string; masking may have cut through its quotes. */
function textOf(json: string | null): string | null {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** How it stands in a word or, where something is wrong, its code and the sentence that card and doctor say. */
export function stateWord(server: Server): string {
  const { code, trouble } = standingOf(server);
  if (trouble === null) return QUIET_WORDS[code];
  return `${trouble.failure.code}: ${failureLine(trouble.failure, 'en')}`;
}

const QUIET_WORDS: Readonly<Record<QuietCode, string>> = {
  off: 'disabled',
  starting: 'starting',
  installing: 'installing',
  running: 'ready',
  resting: 'ok, idle',
  ok: 'ok',
  stale: 'probe is stale',
  untested: 'not probed',
};

export function showRegistry(registry: z.infer<typeof Registry>): string {
  const lines: string[] = [];
  if (registry.problem !== null)
    lines.push(
      `${registry.path}${place(registry.problem)} cannot be read: ${registry.problem.message}`,
      'Nothing is written to it until it is mended.',
      '',
    );
  if (registry.servers.length > 0)
    lines.push(
      table([
        ['ID', 'NAME', 'TRANSPORT', 'TOOLS', 'STATE'],
        ...registry.servers.map((server) => [
          server.id,
          server.registration.name,
          server.registration.transport,
          toolsWord(server.tools),
          stateWord(server),
        ]),
      ]),
    );
  for (const entry of registry.invalid)
    lines.push(`${plainText(entry.id)}${place(entry)} is not valid: ${plainText(entry.message)}`);
  if (lines.length === 0)
    lines.push('No servers yet. Add one: gatehouse server add <id> -- <command> <arguments>');
  return lines.join('\n');
}

/** How many can be used, and how many cannot. */
function toolsWord(tools: Server['tools']): string {
  if (tools === null) return '-';
  const usable = String(tools.low + tools.medium + tools.high);
  return tools.quarantined === 0 ? usable : `${usable} (${tools.quarantined} set aside)`;
}

const place = (at: { line: number | null; column: number | null }): string =>
  at.line === null ? '' : `:${at.line}:${at.column ?? 1}`;

export function showServer(server: Server): string {
  const { registration } = server;
  const rows: string[][] = [
    ['id', server.id],
    ['name', registration.name],
    ['state', stateWord(server)],
    ['transport', registration.transport],
    registration.transport === 'stdio'
      ? ['command', JSON.stringify(registration.command_argv)]
      : ['url', registration.url],
    ['limits', limitsWords(registration.timeouts)],
    ...reasonRows(server),
    ...packageRows(server.package),
    ['trust', server.trust],
    ['launch hash', server.launch_hash],
    ...server.changes.map((change) => ['changed', showChange(change)]),
  ];
  return table(rows);
}

const limitsWords = ({ start_s, idle_s, call_s }: Server['registration']['timeouts']): string =>
  [
    `start ${start_s} s`,
    `call ${call_s} s`,
    idle_s === 0 ? 'keeps running' : `stops after ${idle_s} s without use`,
  ].join(', ');

/** Since when, what it is doing meanwhile, what failed before, and the commands that mend it. */
function reasonRows(server: Server): string[][] {
  const { id, connection, registration } = server;
  const { since, trouble, ways } = standingOf(server);
  const past = pastFailureOf(server);
  const commands =
    trouble === null ? [] : fixText(trouble.failure, ways, id, registration.transport).split('\n');
  return [
    ...(since === null ? [] : [['since', since]]),
    ...(connection.state === 'installing' ? [['says', connection.last_line]] : []),
    ...(trouble?.retry_at == null ? [] : [['next try', trouble.retry_at]]),
    ...commands.map((command, place) => [place === 0 ? 'to mend' : '', command]),
    ...(past === null ? [] : [['last error', `${past.at} ${failureLine(past.failure, 'en')}`]]),
  ];
}
