import {
  fixText,
  type ProbeReport,
  type Registration,
  type Tool,
  waysOut,
} from '../../../src-preload/contract/index.ts';
import { knownCode } from '../../kernel/failure.ts';
import type { Command, Context, Outcome, Typed } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { forward, printOutput, type Sent, send } from '../forward.ts';
import { plainText, table } from '../table.ts';

/** With its registration, where it is known, the commands that mend it are named too. */
function showReport(report: ProbeReport, registration: Registration | null): string {
  const { server_id: id, reason } = report;
  if (reason !== null) {
    const fix =
      registration === null
        ? (reason.fix ?? '')
        : fixText(reason, waysOut(reason, registration), id, registration.transport);
    const lines = fix === '' ? [] : fix.split('\n').map((line) => `  ${plainText(line)}`);
    return [`${id}: ${report.status}: ${plainText(reason.message)}`, ...lines].join('\n');
  }
  const high = report.tools.filter((tool) => tool.risk === 'high').length;
  const lines = [
    `${report.server_id}: ok, ${report.tools.length} tools (${high} high), ${report.resources} resources, ${report.prompts} prompts, ${report.latency_ms ?? '?'} ms, MCP ${report.protocol_version ?? '?'}`,
    ...report.quarantined.map(
      ({ name, reason }) => `  set aside ${plainText(name)}: ${plainText(reason)}`,
    ),
    ...report.misbehaviour.map((text) => `  misbehaves: ${plainText(text)}`),
  ];
  return lines.join('\n');
}

/** An owner is not asked for more at once: each may be a process that installs itself. */
const AT_ONCE = 4;

/**
 * Named ones, or all, four at a time; how far it is goes to stderr, and Ctrl+C ends it. One that cannot
 * be probed leaves the others; the exit code is that of the first one that could not, or was not well.
 */
async function probe({ positionals }: Typed, context: Context): Promise<Outcome> {
  const ids = positionals.length > 0 ? [...new Set(positionals)] : await allServers(context);
  if (!Array.isArray(ids)) return ids as Outcome;
  if (ids.length === 0) context.note('No enabled, confirmed servers to probe.');
  const answers = new Map<string, Sent<ProbeReport>>();
  const left = [...ids];
  const next = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      if (context.signal.aborted) return;
      context.note(`Probing ${id} …`);
      const answer = await send(context, 'probe/run', { id });
      answers.set(id, answer);
      if (ids.length > 1) {
        const word = answer.ok ? answer.value.status : plainText(answer.failure.message);
        context.note(`${answers.size} of ${ids.length}: ${id}: ${word}`);
      }
      if (context.json || !answer.ok) continue;
      const shown =
        answer.value.reason === null ? null : await send(context, 'server/show', { id });
      context.print(showReport(answer.value, shown?.ok ? shown.value.registration : null));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const inOrder = ids.flatMap((id) => answers.get(id) ?? []);
  const reports = inOrder.flatMap((answer) => (answer.ok ? [answer.value] : []));
  const failed = inOrder.find((answer) => !answer.ok);
  if (context.json && (failed === undefined || reports.length > 0))
    printOutput(context, ids.length === 1 ? reports[0] : reports, () => '');
  if (failed?.ok === false) return failed.failure;
  const bad = reports.find((report) => report.reason !== null);
  return bad?.reason == null ? 0 : exitCodeOf(knownCode(bad.reason.code));
}

async function allServers(context: Context): Promise<string[] | Outcome> {
  const list = await send(context, 'server/list', {});
  if (!list.ok) return list.failure;
  return list.value.servers
    .filter((server) => server.registration.enabled && server.trust === 'confirmed')
    .map((server) => server.id);
}

const showTools = (tools: readonly Tool[]): string =>
  tools.length === 0
    ? 'No tools.'
    : table([
        ['SERVER', 'TOOL', 'RISK', 'STATE', 'WHY'],
        ...tools.map((tool) => [
          tool.server_id,
          tool.name,
          tool.risk,
          tool.state,
          tool.quarantine_reason ?? tool.reasons.map((reason) => reason.text).join('; '),
        ]),
      ]);

export const catalogCommands: readonly Command[] = [
  {
    name: 'probe',
    usage: '[<id>…]',
    summary: 'Connect, discover, report; all confirmed servers without an id',
    positionals: [0, Number.POSITIVE_INFINITY],
    run: probe,
  },
  {
    name: 'tools',
    usage: '[<id>]',
    summary: 'Tools with their risk and why',
    positionals: [0, 1],
    run: ({ positionals: [id] }, context) =>
      forward(context, 'tool/list', id === undefined ? {} : { server_id: id }, showTools),
  },
  {
    name: 'tool review',
    usage: '<server> [<tool>]',
    summary: 'Accept new and changed tool definitions',
    positionals: [1, 2],
    run: ({ positionals: [server_id = '', tool] }, context) =>
      forward(
        context,
        'tool/review',
        { server_id, ...(tool === undefined ? {} : { tool }) },
        showTools,
      ),
  },
  {
    name: 'tool risk',
    usage: '<server> <tool> low|medium|high|computed',
    summary: "Override a tool's risk, or go back to the computed one",
    positionals: [3, 3],
    run: ({ positionals: [server_id = '', tool = '', risk] }, context) =>
      forward(
        context,
        'tool/override-risk',
        { server_id, tool, risk: risk === 'computed' ? null : (risk as 'low' | 'medium' | 'high') },
        (changed) => `${changed.name} is ${changed.risk}.`,
      ),
  },
  {
    name: 'resources',
    usage: '<id>',
    summary: 'Resources and resource templates',
    positionals: [1, 1],
    run: ({ positionals: [id = ''] }, context) =>
      forward(context, 'resource/list', { id }, ({ resources, resourceTemplates }) =>
        table([
          ['URI', 'NAME', 'TYPE'],
          ...resources.map((item) => [item.uri, item.name, item.mimeType ?? '-']),
          ...resourceTemplates.map((item) => [item.uriTemplate, item.name, item.mimeType ?? '-']),
        ]),
      ),
  },
  {
    name: 'prompts',
    usage: '<id>',
    summary: 'Prompts and their arguments',
    positionals: [1, 1],
    run: ({ positionals: [id = ''] }, context) =>
      forward(context, 'prompt/list', { id }, (prompts) =>
        table([
          ['PROMPT', 'ARGUMENTS', 'DESCRIPTION'],
          ...prompts.map((prompt) => [
            prompt.name,
            prompt.arguments.map((one) => (one.required ? one.name : `[${one.name}]`)).join(' '),
            prompt.description,
          ]),
        ]),
      ),
  },
];
