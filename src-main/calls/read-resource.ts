import type { Result } from '../kernel/result.ts';

/** `resources/read` and `prompts/get` from outside: journaled, only from enabled, confirmed, allowed servers. */
export interface ReadRequest {
  readonly server_id: string;
  readonly agent: string;
  readonly client: string | null;
  readonly signal: AbortSignal;
}

export type ReadResource = (
  request: ReadRequest & { readonly uri: string },
) => Promise<Result<Record<string, unknown>>>;

export type GetPrompt = (
  request: ReadRequest & {
    readonly name: string;
    readonly arguments: Readonly<Record<string, string>>;
  },
) => Promise<Result<Record<string, unknown>>>;
