import type { IncomingHttpHeaders } from 'node:http';
import { type JSONRPCRequest, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';

/** What clients of the older era ask for again and again. */
const METHODS = [
  ...['tools/call', 'tools/list', 'prompts/list', 'prompts/get'],
  ...['resources/list', 'resources/templates/list', 'resources/read', 'ping'],
];
const VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version < '2026');
const FIELDS = ['jsonrpc', 'id', 'method', 'params'];
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
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
  if (!isObject(body) || !Object.keys(body).every((field) => FIELDS.includes(field))) return false;
  if (!('jsonrpc' in body && body.jsonrpc === '2.0' && 'id' in body && isKey(body.id)))
    return false;
  if (!('method' in body) || typeof body.method !== 'string' || !METHODS.includes(body.method))
    return false;
  return !('params' in body) || (isObject(body.params) && hasPlainMeta(body.params));
}

/** A claim of the newer era, or of anything else of the protocol's own, stands in `_meta`. */
function hasPlainMeta(params: object): boolean {
  if (!('_meta' in params)) return true;
  const meta = params._meta;
  if (!isObject(meta)) return false;
  if (Object.keys(meta).some((key) => key.startsWith('io.modelcontextprotocol/'))) return false;
  return !('progressToken' in meta) || isKey(meta.progressToken);
}
