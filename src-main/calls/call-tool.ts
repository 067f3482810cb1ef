import type { Result } from '../kernel/result.ts';

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
}

/** The one path of a tool call (DESIGN.md 6). */
export type CallTool = (request: CallRequest) => Promise<Result<CallAnswer>>;
