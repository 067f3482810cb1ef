import { failure } from '../../kernel/failure.ts';
import type { Command, Context, Outcome, Typed } from '../command.ts';
import { forward, printOutput, send } from '../forward.ts';
import { showEffective } from '../show-package.ts';
import { plainText } from '../table.ts';

/** Shows the old and the new version, and changes nothing unless a person says yes to the new one. */
async function update(typed: Typed, context: Context): Promise<Outcome> {
  const [id = ''] = typed.positionals;
  const given = typed.one('yes');
  if (given === undefined) context.note('Asking the package registry…');
  const checked = given === undefined ? await send(context, 'package/check', { id }) : null;
  if (checked !== null && !checked.ok) return checked.failure;
  let version = given;
  if (checked !== null) {
    const { name, spec, current, newest } = checked.value;
    printOutput(context, checked.value, () =>
      plainText(`${name}: ${current ?? 'not resolved yet'} -> ${newest}   (written: ${spec})`),
    );
    if (newest === current) return 0;
    if (context.ask !== null && !context.json) {
      const answer = await context.ask('Run that version from now on? Type yes: ');
      if (answer.trim() === 'yes') version = newest;
    }
    if (version === undefined)
      return failure('unconfirmed', 'Nobody has said yes to this version, so nothing was done.', {
        fix: `Repeat the command with: --yes ${newest}`,
      });
  }
  return forward(context, 'package/update', { id, version: version ?? '' }, (server) =>
    plainText(`${server.id} runs ${server.package?.name}@${server.package?.version} from now on.`),
  );
}

export const packageCommands: readonly Command[] = [
  {
    name: 'package show',
    usage: '<id>',
    summary: 'What runs in place of an npx command, or why npx itself does',
    positionals: [1, 1],
    run: ({ positionals: [id = ''] }, context) =>
      forward(context, 'package/show', { id }, (effective) => showEffective(effective).join('\n')),
  },
  {
    name: 'package update',
    usage: '<id> [--yes VERSION]',
    summary: 'See the newest version of a package, and run it from now on',
    options: { yes: { type: 'string' } },
    positionals: [1, 1],
    run: update,
  },
  {
    name: 'package scripts',
    usage: '<id> allow|deny',
    summary: "Let a package's install scripts run, or not any more",
    positionals: [2, 2],
    run: async ({ positionals: [id = '', word] }, context) => {
      if (word !== 'allow' && word !== 'deny')
        return failure('usage', `"${word}" is neither allow nor deny.`);
      return forward(context, 'package/scripts', { id, allow: word === 'allow' }, (server) =>
        word === 'allow'
          ? `Install scripts of ${plainText(server.package?.name || server.id)} run at the next start.`
          : `Install scripts of ${plainText(server.package?.name || server.id)} are held back again.`,
      );
    },
  },
];
