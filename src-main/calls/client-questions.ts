import type { AgentProfiles } from '../agents/agent-profiles.ts';
import type { Journal } from '../journal/journal.ts';
import { assertNever } from '../kernel/result.ts';
import type { Registry } from '../registry/registry.ts';
import type {
  ClientAbilities,
  ClientMethod,
  ClientQuestion,
  ClientReply,
  RequestOwner,
} from '../servers/request-owner.ts';

/** The request that a server asks for. */
export interface AskedFor {
  readonly agent: string;
  readonly client: string | null;
  readonly server_id: string;
  readonly call_id?: string;
  readonly tool?: string;
}

/** The same owner, behind the rules and with a record; undefined stays undefined. */
export type AskThrough = (
  about: AskedFor,
  owner: RequestOwner | undefined,
) => RequestOwner | undefined;

/** Characters of a question's params in the journal. */
const PARAMS_MAX = 2_000;

const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

/**
 * What servers ask of clients, each question journaled before it goes out and again when it is over. The
 * client's model is lent to the servers of agents that allow it, and nobody may ask for what the
 * registration does not list; both are looked up at each question.
 */
export function createClientQuestions(parts: {
  readonly journal: Pick<Journal, 'append'>;
  readonly agents: Pick<AgentProfiles, 'get'>;
  readonly registry: Pick<Registry, 'get'>;
  readonly redact: (value: unknown) => unknown;
}): AskThrough {
  const { journal, agents, registry, redact } = parts;

  /** Why this cannot be asked; null if it can. */
  function refusal({ agent, server_id }: AskedFor, method: ClientMethod): string | null {
    const ability = ABILITY[method];
    if (registry.get(server_id)?.registration.capabilities.includes(ability) !== true)
      return `The registration does not list "${ability}".`;
    return ability === 'sampling' && agents.get(agent)?.sampling !== true
      ? 'The agent does not lend its client’s model to servers.'
      : null;
  }

  return (about, owner) => {
    if (owner === undefined) return undefined;
    const { client, ...named } = about;
    const record = (more: { decision?: string; outcome?: string }, detail: object) =>
      journal.append({
        ...named,
        ...(client === null ? {} : { client }),
        kind: 'client_asked',
        ...more,
        detail: { ...detail },
      });
    const asked = ({ method, params }: ClientQuestion) => ({
      method,
      params: JSON.stringify(redact(params)).slice(0, PARAMS_MAX),
    });
    const deny = (question: ClientQuestion, reason: string) =>
      record({ decision: 'deny', outcome: 'not_sent' }, { ...asked(question), reason });

    return {
      key: owner.key,
      abilities: permitted(owner.abilities, (method) => refusal(about, method) === null),
      log_level: owner.log_level,
      onLog: (params) => owner.onLog(params),
      onRefused: deny,
      ask: async (questions, signal) => {
        const replies: Record<string, ClientReply> = {};
        const open: Record<string, ClientQuestion> = {};
        for (const [key, question] of Object.entries(questions)) {
          const reason = refusal(about, question.method);
          if (reason !== null) {
            deny(question, reason);
            replies[key] = { kind: 'error', code: METHOD_NOT_FOUND, message: reason };
          } else if (record({ decision: 'allow' }, asked(question)).ok) open[key] = question;
          else replies[key] = { kind: 'error', code: INTERNAL_ERROR, message: 'Not recorded.' };
        }
        if (Object.keys(open).length === 0) return replies;
        /** Once; what is answered after it was withdrawn is dropped by whoever withdrew it. */
        let isOver = false;
        const over = (given: Readonly<Record<string, ClientReply>> | null) => {
          if (isOver) return;
          isOver = true;
          signal.removeEventListener('abort', withdraw);
          for (const [key, { method }] of Object.entries(open))
            record({ outcome: outcomeOf(given, key) }, { method, ...actionOf(given?.[key]) });
        };
        const withdraw = () => over(null);
        signal.addEventListener('abort', withdraw, { once: true });
        try {
          const given = await owner.ask(open, signal);
          over(given);
          return { ...replies, ...given };
        } finally {
          over({});
        }
      },
    };
  };
}

const ABILITY = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
} as const satisfies Record<ClientMethod, keyof ClientAbilities>;

function permitted(
  { elicitation, sampling, roots }: ClientAbilities,
  may: (method: ClientMethod) => boolean,
): ClientAbilities {
  return {
    ...(elicitation !== undefined && may('elicitation/create') ? { elicitation } : {}),
    ...(sampling !== undefined && may('sampling/createMessage') ? { sampling } : {}),
    ...(roots !== undefined && may('roots/list') ? { roots } : {}),
  };
}

/** null: withdrawn before it was answered. */
function outcomeOf(given: Readonly<Record<string, ClientReply>> | null, key: string): string {
  if (given === null) return 'withdrawn';
  const reply = Object.hasOwn(given, key) ? given[key] : undefined;
  if (reply === undefined) return 'unanswered';
  switch (reply.kind) {
    case 'result':
      return 'answered';
    case 'error':
      return 'refused';
    default:
      return assertNever(reply);
  }
}

/** What a person did with a form; what they wrote is between them and the server. */
function actionOf(reply: ClientReply | undefined): { readonly action?: string } {
  const action = reply?.kind === 'result' ? reply.result['action'] : undefined;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? { action } : {};
}
