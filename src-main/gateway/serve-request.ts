import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { hashOf } from '../kernel/canonical-json.ts';
import type { RequestOwner } from '../servers/request-owner.ts';
import { abilitiesOf, askOlderClient, isLogLevel, requestOwner } from './client-peer.ts';
import type { Channel, InboundRequest } from './inbound-request.ts';
import type { Serving } from './mcp-server.ts';
import type { Answer } from './parked-requests.ts';

export interface OwnedRequest {
  readonly owner: RequestOwner;
  readonly signal: AbortSignal;
  readonly channel: () => Channel;
}

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
/** The requests that the newer era lets a server answer with questions. */
const MAY_ASK = ['tools/call', 'prompts/get', 'resources/read'];
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

/**
 * A request during which its server may ask the client. In the older era that is a request of ours
 * meanwhile; in the newer one the exchange ends with the questions, and the same request made again
 * with the answers goes on with the same work. `params` are what makes it the same, as JSON.
 */
export async function serveRequest(
  { client, era, parked, server, ...serving }: Serving,
  inbound: InboundRequest,
  params: readonly unknown[],
  work: (request: OwnedRequest) => Promise<Answer>,
): Promise<Record<string, unknown>> {
  const { channel, signal, envelope, state, answers } = inbound;
  const parts = { client_id: client.id };
  if (era === 'legacy') {
    const answer = await work({
      signal,
      channel: () => channel,
      owner: requestOwner({
        ...parts,
        abilities: abilitiesOf(server.getClientCapabilities()),
        log_level: serving.logLevel,
        channel: () => channel,
        ask: askOlderClient(inbound),
      }),
    });
    return { ...answer };
  }

  const level = envelope[LOG_LEVEL];
  const exchange = { channel, signal };
  const about = () => hashOf([inbound.method, params]);
  const resume = (key: string) => parked.resume(key, client.id, about(), exchange, answers);
  const begin = async () => {
    const first = await parked.start(client.id, about, exchange, (running) =>
      work({
        signal: running.signal,
        channel: running.channel,
        owner: requestOwner({
          ...parts,
          abilities: MAY_ASK.includes(inbound.method) ? abilitiesOf(envelope[CAPABILITIES]) : {},
          log_level: isLogLevel(level) ? level : null,
          channel: running.channel,
          ask: running.ask,
        }),
      }),
    );
    // Answers may come with the first request already, from a client that knows what it will be asked.
    const isAnswered =
      first.kind === 'asks' &&
      Object.keys(first.questions).every((key) => Object.hasOwn(answers, key));
    return isAnswered ? resume(first.state) : first;
  };
  const turn = await (state === undefined ? begin() : resume(String(state)));
  if (turn === undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'Invalid or expired requestState: make the request anew, without it.',
    );
  return turn.kind === 'done'
    ? { ...turn.value }
    : { resultType: 'input_required', inputRequests: turn.questions, requestState: turn.state };
}
