import type { Result } from '../kernel/result.ts';
import type { RequestOwner } from '../servers/request-owner.ts';

/** `resources/read` and `prompts/get` from outside: journaled, only from enabled, confirmed, allowed servers. */
export interface ReadRequest {
  readonly server_id: string;
  readonly agent: string;
  readonly client: string | null;
  readonly signal: AbortSignal;
  /** Who answers what the server asks back; absent on routes without a client. */
  readonly owner?: RequestOwner | undefined;
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

/**
 * `completion/complete` with the server's own names in `ref`; bad_arguments without a `ref` of the
 * protocol. Under the same rules as what it completes; only a refusal is journaled.
 */
export type Complete = (
  request: ReadRequest & { readonly params: Readonly<Record<string, unknown>> },
) => Promise<Result<Record<string, unknown>>>;

/**
 * Ok when the server follows this resource. Until the signal aborts `onUpdated` is called at each of
 * its changes, and once after the server has come back: something may have changed meanwhile.
 */
export type SubscribeResource = (
  request: ReadRequest & { readonly uri: string; readonly onUpdated: () => void },
) => Promise<Result<void>>;
