import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { isFields } from './present-result-text.ts';
import { type CallParams, isCallParams } from './serve-calls.ts';

/** What clients of the older era ask for again and again. */
const METHODS = [
  ...['tools/call', 'tools/list', 'prompts/list', 'prompts/get'],
  ...['resources/list', 'resources/templates/list', 'resources/read', 'ping'],
];
const VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version < '2026');
const MODERN_VERSION = '2026-07-28';
const FIELDS = ['jsonrpc', 'id', 'method', 'params'];
const OWN_KEYS = 'io.modelcontextprotocol/';
const isKey = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value);

/**
 * Whether a POST is one plain request of the older era, with nothing about it that only the SDK's
 * transport knows how to judge or refuse: then it may be served without it.
 */
export function isDirectRequest(
  headers: IncomingHttpHeaders,
  body: unknown,
): body is JSONRPCRequest {
  const accept = headers.accept ?? '';
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !VERSIONS.includes(String(version))) return false;
  if (headers['mcp-method'] !== undefined || headers['mcp-name'] !== undefined) return false;
  if (!isPlainRequest(body) || !METHODS.includes(body.method)) return false;
  // A claim of the newer era, or of anything else of the protocol's own, stands in `_meta`.
  return !Object.keys(body.params?._meta ?? {}).some((key) => key.startsWith(OWN_KEYS));
}

/** One request and nothing else, as JSON-RPC and MCP have it in every revision. */
function isPlainRequest(body: unknown): body is JSONRPCRequest {
  if (!isFields(body) || !Object.keys(body).every((field) => FIELDS.includes(field))) return false;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || !isKey(id) || typeof method !== 'string') return false;
  if (!Object.hasOwn(body, 'params')) return true;
  if (!isFields(params)) return false;
  if (!Object.hasOwn(params, '_meta')) return true;
  const meta = params['_meta'];
  return isFields(meta) && (!('progressToken' in meta) || isKey(meta['progressToken']));
}

export interface ModernCall extends JSONRPCRequest {
  readonly params: CallParams;
}

/** The fields of `_meta` in which a request of the newer era says what it is. */
export const ENVELOPE_KEYS = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
];

/**
 * Whether a POST is one plain `tools/call` of the newer era, its headers and envelope in order. What is
 * not goes to the SDK, which says why. `sound` holds the envelope that the SDK last found in order, as
 * JSON: a client sends the same one every time.
 */
export function isDirectCall(
  headers: IncomingHttpHeaders,
  body: unknown,
  sound: { envelope: string },
): body is ModernCall {
  const method = headers['mcp-method'];
  if (headers['mcp-protocol-version'] !== MODERN_VERSION || method !== 'tools/call') return false;
  if (!isPlainRequest(body) || body.method !== method) return false;
  if (!isCallParams(body.params) || headers['mcp-name'] !== body.params.name) return false;
  const meta = body.params['_meta'];
  if (!isFields(meta) || meta[PROTOCOL_VERSION_META_KEY] !== MODERN_VERSION) return false;
  if (Object.keys(meta).some((key) => key.startsWith(OWN_KEYS) && !ENVELOPE_KEYS.includes(key)))
    return false;
  const envelope = JSON.stringify(ENVELOPE_KEYS.map((key) => meta[key]));
  if (envelope === sound.envelope) return true;
  const headerParts = { protocolVersionHeader: MODERN_VERSION, mcpMethodHeader: method };
  const judged = classifyInboundRequest({ httpMethod: 'POST', ...headerParts, body });
  if (judged.kind !== 'modern') return false;
  sound.envelope = envelope;
  return true;
}
