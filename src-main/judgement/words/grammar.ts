import { wordSet } from '../danger.ts';

/** Words that may stand between the start of a clause and its verb. */
export const FILLERS = wordSet(
  `this that the a tool function method operation action command api endpoint will would can could
  may might is are be used use uses to it you your user users agent agents model assistant lets let
  allow allows allowing enable enables helps help able please permanently irreversibly immediately
  completely directly quickly automatically internally simply also then and or optionally safely
  batch bulk mass async write destructive dangerous full fully atomically silently either both
  recursively forcefully programmatically`,
);

/** Only a clause about what the tool makes possible goes on to its verb after "to". */
export const ENABLING = wordSet(
  'allow allows allowing enable enables help helps let lets used use ability able',
);

/** Whatever follows in the clause is not done, or not now. */
export const NEGATIONS = wordSet(
  `not never no cannot nothing none neither nor prevents ne pas jamais rien nicht kein keine nie nunca nao non mai
  не ничего никогда нельзя`,
);

/** The same up to the next comma: "without asking, deletes …" still deletes. */
export const EXCEPTIONS = wordSet(
  'without instead rather unless avoid ohne sin sans sem senza без',
);

/** German and its kind negate after the verb: "löscht nichts". */
export const NEGATIONS_AFTER = wordSet('nicht nichts kein keine rien nada niente nulla ничего');

export const JOINTS = wordSet(
  'and or then also but y e o u et ou und oder sowie ed oppure и или а затем',
);

/** After a reading verb only these show that a second verb follows: "lists it and mails it to". */
export const DETERMINERS = wordSet(
  'it them this these that those the a an all any every your their its new everything',
);

/** The object of a verb has come to its end. */
export const PREPOSITIONS = wordSet(
  'for on in to from with of by using via at that which when if as into per about against under where within who whose onto so and or but then',
);

/** A passive after one of these tells of another time or of the things looked at. */
export const SUBORDINATORS = wordSet(
  'that which when if once after before until was were has have been already whether who how why what while',
);

export const COPULAS = wordSet('is are be being gets get');

/** Nouns that make of a parameter's verb a mere attribute: `send_date`, `grant_type`. */
export const ATTRIBUTES = wordSet(
  'date time timestamp at by before after since until id ids name names status state type types kind dir directory path price count number code reason url uri key limit size order sort format mode version only',
);

/** Parameters that carry code, commands or SQL of the caller's choice. */
export const CODE_PARAMETERS = wordSet(
  'sql command commands cmd shell shellcommand bash script javascript jscode pythoncode sourcecode sqlquery rawsql statement argv keystrokes',
);
export const AUDIENCE_PARAMETERS = wordSet(
  'attendees invitees recipients bcc participants invitemembers',
);

export const ACTION_PARAMETERS = wordSet(
  `action actions operation operations op ops method httpmethod verb command cmd subcommand task do act
  actiontype operationtype accion acao aktion azione действие 操作 动作 操作类型 アクション 작업 동작`,
);
export const FILTER_PARAMETERS = wordSet(
  'filter filters state status statuses event events trigger triggers sort sortby orderby order role roles permission permissions scope scopes category categories fields include exclude eventtype eventtypes expand',
);
export const HTTP_WRITES = wordSet('post put patch');
/** As parameters these are about the answer's length more often than about a deed. */
export const WEAK_PARAMETERS = wordSet('truncate drop remove');
