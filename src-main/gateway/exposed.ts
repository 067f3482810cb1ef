import type { CallRequest } from '../calls/call-tool.ts';
import type { Result } from '../kernel/result.ts';
import type { ClientAbilities, RequestOwner } from '../servers/request-owner.ts';
import type { Client } from '../trust/client-tokens.ts';

interface ExposedRequest {
  readonly client: Client;
  readonly owner: RequestOwner;
  readonly signal: AbortSignal;
}

export interface ExposedCall extends ExposedRequest {
  /** The exposed name, as the client sent it. */
  readonly name: string;
  readonly arguments_json: string;
  readonly onStep: CallRequest['onStep'];
}

/** A JSON object of MCP: what the server gave, under the names that the client sees. */
export type McpObject = Readonly<Record<string, unknown>>;

/** MCP's CallToolResult: the server's own, or a failure that the model should see. */
export interface ExposedResult {
  readonly kind: 'result';
  readonly result: Record<string, unknown>;
  /** Of the tool, as it is listed. */
  readonly outputSchema: Record<string, unknown> | null;
  /** The server refused, since the client does not declare these; `result` says it in words. */
  readonly lacks?: ClientAbilities | null;
}
export type ExposedAnswer =
  | ExposedResult
  | { readonly kind: 'unknown_tool' }
  | { readonly kind: 'own_fault' };

/** Answer to a request that is no tool call: a result, or a JSON-RPC error. */
export type ReadAnswer =
  | { readonly kind: 'result'; readonly result: McpObject }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      readonly data?: McpObject | undefined;
    };

/** What the lists of one client are now, as hashes: equal means unchanged. */
export interface ListFingerprints {
  readonly tools: string;
  readonly prompts: string;
  readonly resources: string;
}

/**
 * Everything that one agent may see and use, under exposed names, live. Lists are ordered by name,
 * depend on the client's agent only and start no server. Every request is journaled by what it calls.
 */
export interface Exposed {
  /** MCP's Tool objects; schemas, annotations, icons and _meta are the server's own. */
  tools(client: Client): readonly McpObject[];
  prompts(client: Client): readonly McpObject[];
  resources(client: Client): readonly McpObject[];
  resourceTemplates(client: Client): readonly McpObject[];
  fingerprints(client: Client): ListFingerprints;
  callTool(call: ExposedCall): Promise<ExposedAnswer>;
  getPrompt(
    request: ExposedRequest & {
      readonly name: string;
      readonly arguments: Readonly<Record<string, string>>;
    },
  ): Promise<ReadAnswer>;
  readResource(request: ExposedRequest & { readonly uri: string }): Promise<ReadAnswer>;
  /** `params` of completion/complete, with exposed names in `ref`. */
  complete(request: ExposedRequest & { readonly params: McpObject }): Promise<ReadAnswer>;
  /** Until the signal aborts; `onUpdated` at each of the server's resources/updated. */
  subscribe(
    request: ExposedRequest & { readonly uri: string; readonly onUpdated: () => void },
  ): Promise<Result<void>>;
}
