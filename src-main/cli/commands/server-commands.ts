import {
  fixText,
  type Launch,
  type RegistrationDraft,
  type Server,
  type WayOut,
} from '../../../src-preload/contract/index.ts';
import { failure } from '../../kernel/failure.ts';
import type { Command, Context, Outcome, Typed } from '../command.ts';
import {
  DRAFT_DETAILS,
  DRAFT_OPTIONS,
  DRAFT_USAGE,
  draftFromOptions,
} from '../draft-from-options.ts';
import { forward, printOutput, send } from '../forward.ts';
import { showLaunch, showRegistry, showServer } from '../show-server.ts';

const CONFIRM = {
  confirm: { type: 'string' },
  executable: { type: 'string' },
  effective: { type: 'string' },
} as const;

/** The launch hash, and the executable that was shown beside it (null: none was found). */
interface Yes {
  readonly confirm: string;
  readonly executable?: string | null;
  /** The same of the effective command. */
  readonly effective_executable?: string | null;
}

/** Shows a launch and finds out whether the person says yes: by --confirm, or at the terminal. */
async function yesTo(
  context: Context,
  typed: Typed,
  launch: Launch,
  given = typed.one('confirm'),
): Promise<Yes | Outcome> {
  const named = namedPrograms(typed);
  const isMoved = launch.changes.some(
    ({ field }) =>
      (field === 'executable' || field === 'effective_executable') && !(field in named),
  );
  if (given !== undefined && !isMoved) return { confirm: given, ...named };
  if (launch.refusal !== null) {
    printOutput(context, launch, showLaunch);
    const { code, message, params } = launch.refusal;
    // It is not registered yet, so of the ways out only this one can be taken.
    const ways: WayOut[] =
      code === 'runner_not_allowed' && typeof params?.['command'] === 'string'
        ? [{ way: 'allow_runner', command: params['command'] }]
        : [];
    const fix = fixText(launch.refusal, ways, '', 'stdio');
    return failure('runner_not_allowed', message, fix === '' ? {} : { fix });
  }
  printOutput(context, launch, showLaunch);
  if (given !== undefined)
    return failure('hash_mismatch', 'The hash does not cover the program file, and that changed.', {
      fix: `Look at what it runs now, then repeat the command with: ${yesOptions(launch)}`,
    });
  if (context.ask !== null && !context.json) {
    const answer = await context.ask('Run exactly this from now on? Type yes: ');
    if (answer.trim() === 'yes')
      return {
        confirm: launch.launch_hash,
        executable: launch.executable,
        effective_executable: launch.effective?.executable ?? launch.executable,
      };
  }
  return failure('unconfirmed', 'Nobody has confirmed this launch, so nothing was done.', {
    fix: `Look at it, then repeat the command with: ${yesOptions(launch)}`,
  });
}

function namedPrograms(typed: Typed): Omit<Yes, 'confirm'> {
  const executable = typed.one('executable');
  const effective = typed.one('effective');
  return {
    ...(executable === undefined ? {} : { executable: executable || null }),
    ...(effective === undefined ? {} : { effective_executable: effective || null }),
  };
}

function yesOptions({ launch_hash, transport, executable, effective, changes }: Launch): string {
  const word = (path: string | null): string => {
    const file = path ?? '';
    return /^[\w@%+=:,.\\/-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
  };
  const isNamed =
    effective !== null || changes.some((each) => each.field === 'effective_executable');
  const beside = transport === 'stdio' ? ` --executable ${word(executable)}` : '';
  const instead = isNamed ? ` --effective ${word(effective?.executable ?? executable)}` : '';
  return `--confirm ${launch_hash}${beside}${instead}`;
}

async function add(typed: Typed, context: Context): Promise<Outcome> {
  const [id = ''] = typed.positionals;
  const draft = draftFromOptions(typed);
  if (!draft.ok) return draft.failure;
  const { transport, ...rest } = draft.value;
  if (transport === undefined)
    return failure('usage', 'A server needs -- and its command, or --http URL, or --sse URL.', {
      fix: `Usage: gatehouse server add <id> ${DRAFT_USAGE}`,
    });
  const registration: RegistrationDraft = { ...rest, transport };
  const preview = await send(context, 'server/preview', { id, registration });
  if (!preview.ok) return preview.failure;
  const taken = await send(context, 'server/list', {});
  if (!taken.ok) return taken.failure;
  if ([...taken.value.servers, ...taken.value.invalid].some((server) => server.id === id))
    return failure('already_exists', `There is a server "${id}" already.`, {
      fix: `Change it with \`gatehouse server edit ${id}\`, or choose another id.`,
    });
  const status = await send(context, 'status/show', {});
  if (!status.ok) return status.failure;
  if (!status.value.may_approve) return addForTheWindow(context, id, registration);
  const yes = await yesTo(context, typed, preview.value);
  if (typeof yes === 'number' || !('confirm' in yes)) return yes;
  return forward(
    context,
    'server/add',
    { id, registration, ...yes },
    (server) => `Added ${server.id}. Test it: gatehouse probe ${server.id}`,
  );
}

/** While the app is open only its window says yes: the server is added, and waits there. */
async function addForTheWindow(
  context: Context,
  id: string,
  registration: RegistrationDraft,
): Promise<Outcome> {
  const added = await send(context, 'server/add', { id, registration });
  if (!added.ok) return added.failure;
  printOutput(context, added.value, showServer);
  return failure('unconfirmed', `${id} is added, and nothing of it runs yet.`, {
    fix: 'Confirm its launch in the Gatehouse window.',
  });
}

async function edit(typed: Typed, context: Context): Promise<Outcome> {
  const [id = ''] = typed.positionals;
  const draft = draftFromOptions(typed);
  if (!draft.ok) return draft.failure;
  if (Object.keys(draft.value).length === 0)
    return failure('usage', 'Nothing to change.', {
      fix: `Usage: gatehouse server edit <id> ${DRAFT_USAGE}`,
    });
  const current = await send(context, 'server/show', { id });
  if (!current.ok) return current.failure;
  const { auth, ...changes } = draft.value;
  const before = current.value.registration;
  const next = {
    ...before,
    ...changes,
    auth: { ...before.auth, ...auth },
    timeouts: { ...before.timeouts, ...changes.timeouts },
  };
  const preview = await send(context, 'server/preview', { id, registration: next });
  if (!preview.ok) return preview.failure;
  // A yes covers the launch; a new name or time limit asks nobody.
  const sameLaunch = preview.value.launch_hash === current.value.launch_hash;
  const yes = sameLaunch ? null : await yesTo(context, typed, preview.value);
  if (yes !== null && (typeof yes === 'number' || !('confirm' in yes))) return yes;
  return forward(
    context,
    'server/edit',
    {
      id,
      changes: auth === undefined ? changes : { ...changes, auth: next.auth },
      ...yes,
    },
    (server) => `Changed ${server.id}.`,
  );
}

async function confirm(typed: Typed, context: Context): Promise<Outcome> {
  const [id = '', given] = typed.positionals;
  const launch = await send(context, 'server/launch', { id });
  if (!launch.ok) return launch.failure;
  const yes = await yesTo(context, typed, launch.value, given ?? typed.one('confirm'));
  if (typeof yes === 'number' || !('confirm' in yes)) return yes;
  const { confirm: launch_hash, ...shown } = yes;
  return forward(
    context,
    'server/confirm',
    { id, launch_hash, ...shown },
    (server) => `Confirmed ${server.id}.`,
  );
}

/** The commands that only name a server and show it afterwards. */
const simple = (
  verb: 'show' | 'enable' | 'disable' | 'connect' | 'disconnect',
  summary: string,
  show: (server: Server) => string,
): Command => ({
  name: `server ${verb}`,
  usage: '<id>',
  summary,
  positionals: [1, 1],
  run: ({ positionals: [id = ''] }, context) => forward(context, `server/${verb}`, { id }, show),
});

export const serverCommands: readonly Command[] = [
  {
    name: 'server add',
    usage: `<id> ${DRAFT_USAGE} [--confirm HASH [--executable PATH] [--effective PATH]]`,
    summary: 'Add a server; shows its exact launch and asks',
    options: { ...DRAFT_OPTIONS, ...CONFIRM },
    details: DRAFT_DETAILS,
    positionals: [1, 1],
    takesRest: true,
    run: add,
  },
  {
    name: 'server list',
    usage: '',
    summary: 'All servers and their state',
    positionals: [0, 0],
    run: (_, context) => forward(context, 'server/list', {}, showRegistry),
  },
  simple('show', 'One server', showServer),
  {
    name: 'server edit',
    usage: `<id> ${DRAFT_USAGE} [--confirm HASH [--executable PATH] [--effective PATH]]`,
    summary: 'Change a server; a changed launch asks again',
    options: { ...DRAFT_OPTIONS, ...CONFIRM },
    details: DRAFT_DETAILS,
    positionals: [1, 1],
    takesRest: true,
    run: edit,
  },
  {
    name: 'server remove',
    usage: '<id>',
    summary: 'Remove a server, its confirmation and its pins',
    positionals: [1, 1],
    run: ({ positionals: [id = ''] }, context) =>
      forward(context, 'server/remove', { id }, () => `Removed ${id}.`),
  },
  simple('enable', 'Allow a server to run', (server) => `Enabled ${server.id}.`),
  simple('disable', 'Stop a server and keep it stopped', (server) => `Disabled ${server.id}.`),
  {
    name: 'server confirm',
    usage: '<id> [HASH [--executable PATH] [--effective PATH]]',
    summary: "Say yes to a server's launch",
    options: CONFIRM,
    positionals: [1, 2],
    run: confirm,
  },
  simple('connect', 'Start a server and keep it', (server) => `Connected ${server.id}.`),
  simple('disconnect', 'Stop a server', (server) => `Disconnected ${server.id}.`),
  {
    name: 'server log',
    usage: '<id>',
    summary: "The last lines of a server's stderr",
    positionals: [1, 1],
    run: ({ positionals: [id = ''] }, context) =>
      forward(context, 'server/log', { id }, ({ lines, dropped }) =>
        [...(dropped > 0 ? [`(${dropped} earlier lines dropped)`] : []), ...lines].join('\n'),
      ),
  },
];
