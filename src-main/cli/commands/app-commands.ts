import type { Doctor } from '../../../src-preload/contract/index.ts';
import { doctorWithoutHome } from '../../api/doctor.ts';
import { failure } from '../../kernel/failure.ts';
import { ok } from '../../kernel/result.ts';
import type { Command } from '../command.ts';
import { forward, send } from '../forward.ts';
import { jsonText } from '../json-text.ts';
import { gatewayWords } from '../serve-text.ts';
import { plainLines, plainText, table } from '../table.ts';

const indented = (line: string): string => `            ${line}`;
const SIGNS = { ok: '●', note: '○', warning: '▲', error: '■' } as const;

export const appCommands: readonly Command[] = [
  {
    name: 'status',
    usage: '',
    summary: 'Who owns the home, and what needs you',
    positionals: [0, 0],
    run: (_, context) =>
      forward(context, 'status/show', {}, (status) =>
        table([
          ['home', status.home],
          [
            'owner',
            status.owner.kind === 'cli' && status.owner.pid === process.pid
              ? 'nobody; this command, for a moment'
              : `${status.owner.kind}, pid ${status.owner.pid}`,
          ],
          [
            'servers',
            `${status.servers.total}: ${status.servers.ok} ok, ${status.servers.needs_you} need you, ${status.servers.failing} failing, ${status.servers.disabled} disabled`,
          ],
          ['gateway', gatewayWords(status.gateway)],
          ['approvals', `${status.approvals} waiting`],
          ['secrets', `${status.secret_store.kind}: ${status.secret_store.reason}`],
          ['calls', status.paused ? 'paused' : 'running'],
        ]),
      ),
  },
  {
    name: 'doctor',
    usage: '',
    summary: 'Find what is wrong and how to mend it',
    positionals: [0, 0],
    run: async (_, context) => {
      const door = await context.door();
      const unopened = door.ok ? null : doctorWithoutHome(door.failure);
      const report =
        unopened === null ? await send(context, 'doctor/run', {}) : ok<Doctor>(unopened);
      if (!report.ok) return report.failure;
      const { checks } = report.value;
      context.print(
        context.json
          ? jsonText(report.value)
          : checks
              .map(({ level, title, detail, fix }) =>
                [
                  `${SIGNS[level]} ${level.padEnd(7)} ${plainText(title)}: ${plainLines(detail)}`,
                  ...(fix === null ? [] : plainLines(fix).split('\n').map(indented)),
                ].join('\n'),
              )
              .join('\n'),
      );
      return checks.some((check) => check.level === 'error') ? 1 : 0;
    },
  },
  {
    name: 'secret set',
    usage: '<NAME>',
    summary: 'Store a secret; its value comes on stdin',
    positionals: [1, 1],
    run: async ({ positionals: [name = ''] }, context) => {
      const typed = await context.readStdin();
      if (!typed.ok) return typed.failure;
      const value = typed.value.replace(/\r?\n$/, '');
      if (value === '')
        return failure('bad_arguments', 'The value on stdin is empty.', {
          fix: `For example: printf %s "$TOKEN" | gatehouse secret set ${name}`,
        });
      return forward(context, 'secret/set', { name, value }, () => `Stored ${name}.`);
    },
  },
  {
    name: 'secret list',
    usage: '',
    summary: 'Names and who uses them, never values',
    positionals: [0, 0],
    run: (_, context) =>
      forward(context, 'secret/list', {}, (secrets) =>
        secrets.length === 0
          ? 'No secrets stored.'
          : table([
              ['NAME', 'STORE', 'USED BY'],
              ...secrets.map((secret) => [secret.name, secret.store, secret.used_by.join(' ')]),
            ]),
      ),
  },
  {
    name: 'secret remove',
    usage: '<NAME>',
    summary: 'Forget a secret',
    positionals: [1, 1],
    run: ({ positionals: [name = ''] }, context) =>
      forward(context, 'secret/remove', { name }, () => `Removed ${name}.`),
  },
  {
    name: 'secret store',
    usage: 'keychain|file',
    summary: 'Choose where secrets are kept',
    positionals: [1, 1],
    run: async ({ positionals: [kind] }, context) =>
      kind === 'keychain' || kind === 'file'
        ? forward(context, 'secret/store', { kind }, () => `New secrets go to the ${kind}.`)
        : failure('usage', `"${kind}" is no store.`, { fix: 'One of: keychain, file' }),
  },
  {
    name: 'settings get',
    usage: '',
    summary: 'All settings as JSON',
    positionals: [0, 0],
    run: (_, context) => forward(context, 'settings/get', {}, (settings) => jsonText(settings)),
  },
  {
    name: 'settings set',
    usage: '<JSON>',
    summary: 'Change settings, e.g. \'{"approvals": {"expire_s": 120}}\'',
    positionals: [1, 1],
    run: async ({ positionals: [text = ''] }, context) => {
      let changes: unknown;
      try {
        changes = JSON.parse(text);
      } catch (error) {
        return failure(
          'bad_arguments',
          `The settings are not JSON: ${error instanceof Error ? error.message : ''}.`,
        );
      }
      return forward(
        context,
        'settings/set',
        // Checked by the contract on the other side of the door.
        { changes: changes as Record<string, unknown> },
        (settings) => jsonText(settings),
      );
    },
  },
  {
    name: 'settings allow-runner',
    usage: '<command>',
    summary: 'Let servers start with this program: a name, or a whole path',
    positionals: [1, 1],
    run: async ({ positionals: [command = ''] }, context) => {
      const settings = await send(context, 'settings/get', {});
      if (!settings.ok) return settings.failure;
      const runners = [...new Set([...settings.value.runners, command])];
      return forward(context, 'settings/set', { changes: { runners } }, (changed) =>
        changed.runners.join('\n'),
      );
    },
  },
  {
    name: 'serve',
    usage: '[--port P] [--approver]',
    summary: 'Own the home without a window, until stopped',
    options: {
      approver: { type: 'boolean' },
      port: { type: 'string' },
      // Not in the usage: `connect` starts it so.
      'for-clients': { type: 'string' },
    },
    positionals: [0, 0],
    run: async (typed, context) => {
      const port = typed.one('port');
      if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
        return failure('usage', `"${port}" is no port.`, {
          fix: 'A number from 1 to 65535; 0 picks a free one.',
        });
      const idle = typed.one('for-clients');
      if (idle !== undefined && !/^\d{1,6}$/.test(idle))
        return failure('usage', `"${idle}" is no number of seconds.`);
      const ended = await context.serve({
        approver: typed.flag('approver'),
        port: port === undefined ? null : Number(port),
        for_clients_s: idle === undefined ? null : Number(idle),
      });
      return ended.ok ? ended.value : ended.failure;
    },
  },
];
