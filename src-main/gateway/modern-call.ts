import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { ENVELOPE_KEYS, type ModernCall } from './direct-request.ts';
import type { InboundRequest } from './inbound-request.ts';
import { isFields } from './present-result-text.ts';

/** What the newer era brings with a call, besides what it asks for. */
export function modernParts({
  params,
}: ModernCall): Pick<InboundRequest, 'ask' | 'envelope' | 'state' | 'answers'> {
  const meta = isFields(params['_meta']) ? params['_meta'] : {};
  return {
    envelope: Object.fromEntries(
      ENVELOPE_KEYS.filter((key) => key in meta).map((key) => [key, meta[key]]),
    ),
    state: params['requestState'],
    answers: bareAnswers(params['inputResponses']),
    // The exchange ends with the questions instead.
    ask: () => Promise.reject(new Error('This era has no requests to clients.')),
  };
}

/** Answers come bare (2026-07-28, multi-round requests); a wrapped one is none. */
const bareAnswers = (given: unknown): Readonly<Record<string, unknown>> =>
  isFields(given)
    ? Object.fromEntries(
        Object.entries(given).filter(
          ([, answer]) => isFields(answer) && !('method' in answer) && !('result' in answer),
        ),
      )
    : {};

/** A result as the newer era has it on the wire: it says whether it is the end, and who gives it. */
export function modernResult(
  result: Readonly<Record<string, unknown>>,
  serverInfo: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { _meta: meta } = result;
  const isOwn = meta !== undefined && (!isFields(meta) || meta[SERVER_INFO_META_KEY] !== undefined);
  return {
    ...result,
    resultType: result['resultType'] ?? 'complete',
    ...(isOwn ? {} : { _meta: { ...meta, [SERVER_INFO_META_KEY]: serverInfo } }),
  };
}
