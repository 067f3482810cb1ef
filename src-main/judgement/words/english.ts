import { type Danger, wordList, wordSet, wordTable } from '../danger.ts';

/** Verbs that are dangerous whatever they are used on, in the form that names use. */
export const VERBS = wordTable({
  destroy:
    'delete del destroy erase purge wipe truncate drop obliterate shred nuke rmrf rm rmdir unlink remove expunge cleanup kill deletion removal erasure',
  overwrite: 'overwrite',
  send: 'send resend broadcast notify dm reply unsend sendmail',
  publish: 'publish republish unpublish tweet retweet announce',
  execute: 'execute exec eval spawn psql sudo',
  pay: 'pay purchase buy checkout refund charge payout withdraw donate reimburse wire transfer',
  grant: 'grant revoke invite ban unban kick impersonate chmod chown elevate',
  deploy: 'deploy redeploy undeploy rollback rollout promote provision deprovision decommission',
  install: 'install uninstall reinstall sideload upgrade',
  control: 'unlock reboot shutdown poweroff disarm',
});

/** Verbs that say enough only when nothing follows them (`git_push`, `scale`). */
export const FINAL_VERBS = wordTable({
  overwrite: 'write',
  publish: 'post push merge share',
  execute: 'evaluate run shell',
  pay: 'finalize finalise',
  deploy: 'scale reset',
  control: 'restart',
});

/** Nouns in names; in a sentence with an object after them they are verbs: "mails it to". */
export const VERBS_WITH_OBJECT = wordTable({
  send: 'mail email message sms',
  publish: 'post share',
});

/** Dangerous passives: "existing rows will be overwritten". */
export const PARTICIPLES = wordTable({
  destroy: 'deleted erased destroyed wiped purged lost dropped truncated',
  overwrite: 'overwritten replaced',
  send: 'emailed mailed',
  publish: 'published posted',
  execute: 'executed',
  pay: 'charged refunded billed',
  grant: 'granted revoked',
  deploy: 'deployed',
  install: 'installed',
});

const pair = (danger: Danger, verbs: string, objects: string) => ({
  danger,
  verbs: wordList(verbs),
  objects: wordSet(objects),
});

/** Everyday verbs that are dangerous with certain objects (singular). */
const PAIRS = [
  pair(
    'publish',
    'create add post write leave submit make publish share open start',
    'comment reply review reaction invitation invite message tweet issue pr pull announcement chat thread release article blog status photo video',
  ),
  pair('publish', 'merge push close', 'pr pull mr branch commit file request'),
  pair('publish', 'approve accept decline reject', 'pr pull mr review invitation invite'),
  pair('send', 'respond answer', 'event invitation invite message email thread mail'),
  pair('send', 'push mail email message text forward', 'message email notification mail sms'),
  pair(
    'overwrite',
    'write edit save modify patch rewrite replace update upload',
    'file pdf disk sheet cell sql query config configuration script pty terminal',
  ),
  pair('overwrite', 'set put', 'key'),
  pair('overwrite', 'import restore load', 'config configuration settings backup database'),
  pair(
    'execute',
    'run start call launch invoke trigger batch',
    'command cmd code script sql shell bash python javascript js migration program binary exec workflow pipeline job',
  ),
  pair('execute', 'evaluate', 'expression javascript js code script python'),
  pair('execute', 'send write', 'keystroke command'),
  pair(
    'pay',
    'place confirm submit capture authorize complete finalize settle make resume cancel update create accept',
    'order payment subscription charge dispute claim invoicepayment payout booking fund funds amount',
  ),
  pair('pay', 'settle pay transfer', 'invoice bill money fund funds'),
  pair('pay', 'move', 'money fund funds'),
  pair('pay', 'hand give', 'owner ownership'),
  pair(
    'grant',
    'create add remove update change set modify rotate reset assign enable disable toggle manage edit',
    'permission role policy acl firewall dns admin administrator token secret owner collaborator privacy mfa 2fa webhook trusted',
  ),
  pair('grant', 'update change set modify rotate reset edit', 'password credential'),
  pair('grant', 'add remove', 'member user account'),
  pair('grant', 'create', 'user'),
  pair('grant', 'trust join create update', 'device organisation organization rule filter'),
  pair(
    'deploy',
    'create start restart reset restore rebase rename scale provision patch apply upgrade migrate',
    'instance cluster vm machine droplet sandbox deployment pod volume namespace vpc app resource replica server container node nodegroup stack database lambda',
  ),
  pair('deploy', 'terminate stop resize pause', 'instance cluster vm machine server database node'),
  pair('deploy', 'restore pause migrate', 'project'),
  pair('deploy', 'apply', 'migration manifest terraform infrastructure'),
  pair('deploy', 'reset rebase', 'branch'),
  pair('deploy', 'on off enable disable', 'maintenance'),
  pair('deploy', 'update edit change set patch', 'storage domain dns deployment resource'),
  pair('install', 'update', 'package addon software firmware system plugin extension'),
  pair('install', 'pip npm apt brew add', 'package dependency'),
  pair(
    'destroy',
    'clear empty reset flush clean format',
    'data database db table storage history zone memory bucket queue collection everything all disk drive branch',
  ),
  pair('destroy', 'close deactivate', 'account'),
  pair('destroy', 'cancel', 'event meeting reservation appointment'),
  pair('control', 'turn switch', 'on off'),
  pair('control', 'open close', 'door gate garage valve blind lock'),
  pair(
    'control',
    'turn switch set create apply toggle',
    'light thermostat heating automation scene plug switch',
  ),
  pair('control', 'signal', 'process'),
] as const;

export interface ObjectPair {
  readonly danger: Danger;
  readonly objects: ReadonlySet<string>;
}

export const PAIRS_BY_VERB: ReadonlyMap<string, readonly ObjectPair[]> = (() => {
  const table = new Map<string, ObjectPair[]>();
  for (const { danger, verbs, objects } of PAIRS)
    for (const verb of verbs) table.set(verb, [...(table.get(verb) ?? []), { danger, objects }]);
  return table;
})();

/** Removing these undoes a choice that is trivial to make again (rubric, close case 2). */
export const TRIVIAL = wordSet(
  'cart basket bookmark favorite favourite star like tag link relation highlight filter watcher annotation',
);

/** A name or sentence that begins with one of these asks for something, it does not do it. */
export const READ_VERBS = wordSet(
  'get list read search find show describe preview check count fetch view lookup look query diff validate verify analyze analyse compare estimate simulate inspect monitor display explain summarize summarise retrieve browse return track calculate compute detect is has can download poll learn',
);

/** After these a last danger word is still what is looked at: `get_refund`, `preview_delete`. */
export const PLAIN_READS = wordSet(
  'get show describe preview fetch retrieve read count diff compare estimate simulate inspect explain display analyze analyse validate verify lookup calculate compute',
);

/** `deploy_status` and its kind name a record of the deed. */
export const RECORDS = wordSet(
  'status progress history log logs stats statistics metrics result results',
);
export const RECORDED: ReadonlySet<Danger> = new Set([
  'deploy',
  'execute',
  'install',
  'pay',
  'publish',
]);

export const CONJUNCTIONS = wordSet('and or then also plus');
