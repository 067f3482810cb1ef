import type { Result } from '../kernel/result.ts';
import type { ClientAbilities, RequestOwner } from '../servers/request-owner.ts';

export interface CallRequest {
  readonly server_id: string;
  readonly tool: string;
  /** JSON text; parsed once, strictly. */
  readonly arguments_json: string;
  /** `you` when the route has no client. */
  readonly agent: string;
  readonly client: string | null;
  readonly call_id: string;
  readonly signal: AbortSignal;
  /** Who answers what the server asks back; absent on routes without a client. */
  readonly owner?: RequestOwner | undefined;
  /**
   * How long the call itself waits for a person, in ms; then it fails with approval_pending and the
   * question stays (DESIGN.md 5). Absent: as long as the question lives.
   */
  readonly hold_ms?: number | undefined;
  readonly onStep: (step: {
    readonly step: 'deciding' | 'waiting' | 'connecting' | 'running';
    readonly progress: number | null;
    readonly total: number | null;
    readonly message: string;
  }) => void;
}

export interface CallAnswer {
  readonly call_id: string;
  readonly outcome: 'answered';
  readonly duration_ms: number;
  /** MCP's CallToolResult; `isError` is the tool's own error. */
  readonly result: Record<string, unknown>;
  /** The server refused, since its caller does not declare these; `result` says it in words. */
  readonly lacks: ClientAbilities | null;
}

/** The one path of a tool call (DESIGN.md 6). */
export type CallTool = (request: CallRequest) => Promise<Result<CallAnswer>>;
