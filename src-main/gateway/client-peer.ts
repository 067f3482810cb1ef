import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type {
  ClientAbilities,
  ClientQuestion,
  ClientReply,
  RequestOwner,
} from '../servers/request-owner.ts';
import type { Channel, InboundRequest } from './inbound-request.ts';
import { isFields } from './present-result-text.ts';

export type Era = 'legacy' | 'modern';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
export const isLogLevel = (value: unknown): value is string =>
  typeof value === 'string' && LEVELS.includes(value);

/** What servers may use of what the client says it can do. */
export function abilitiesOf(capabilities: unknown): ClientAbilities {
  if (!isFields(capabilities)) return {};
  const { elicitation, sampling, roots } = capabilities;
  return {
    ...(isFields(elicitation) ? { elicitation } : {}),
    ...(isFields(sampling) ? { sampling } : {}),
    ...(isFields(roots) ? { roots } : {}),
  };
}

export interface OwnerParts {
  readonly client_id: string;
  readonly abilities: ClientAbilities;
  readonly log_level: string | null;
  readonly channel: () => Channel;
  readonly ask: RequestOwner['ask'];
}

/** Log messages go out at the level that the client asked for, whatever the server thinks of it. */
export const requestOwner = (parts: OwnerParts): RequestOwner => ({
  key: parts.client_id,
  abilities: parts.abilities,
  log_level: parts.log_level,
  ask: parts.ask,
  onLog: (params) => {
    const level = params['level'];
    if (parts.log_level === null || !isLogLevel(level)) return;
    if (LEVELS.indexOf(level) < LEVELS.indexOf(parts.log_level)) return;
    parts.channel().notify('notifications/message', { ...params });
  },
});

/** The older era: each question is a request of ours on the stream of the call it belongs to. */
export const askOlderClient =
  (inbound: InboundRequest): RequestOwner['ask'] =>
  async (questions, signal) => {
    const replies = await Promise.all(
      Object.entries(questions).map(
        async ([key, question]) => [key, await askOne(inbound, question, signal)] as const,
      ),
    );
    return Object.fromEntries(replies);
  };

async function askOne(
  inbound: InboundRequest,
  { method, params }: ClientQuestion,
  signal: AbortSignal,
): Promise<ClientReply> {
  // Required by 2025-11-25 and unknown to the newer era, from which the question may come.
  const id =
    params['mode'] === 'url' && params['elicitationId'] === undefined
      ? { elicitationId: randomUUID() }
      : {};
  try {
    const result = await inbound.ask({ method, params: { ...params, ...id } }, signal);
    return { kind: 'result', result };
  } catch (error) {
    const told = ErrorParts.safeParse(error);
    return {
      kind: 'error',
      ...(told.success ? told.data : { code: -32_603, message: 'The client did not answer.' }),
    };
  }
}
const ErrorParts = z.object({
  code: z.number(),
  message: z.string().transform((text) => text.slice(0, 500)),
});

/** The client's own words about itself: shown, never decided on. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}
const Info = z.object({
  name: z.string().transform((text) => text.slice(0, 100)),
  version: z
    .string()
    .transform((text) => text.slice(0, 50))
    .catch(''),
});
export const clientInfoOf = (value: unknown): ClientInfo => {
  const parsed = Info.safeParse(value);
  return parsed.success ? parsed.data : { name: '', version: '' };
};

/** As it stands after `initialize`. */
export const infoOfServer = (server: Server): ClientInfo => clientInfoOf(server.getClientVersion());
