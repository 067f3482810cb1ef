import type { Failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import type { ClientAbilities, RequestOwner } from './request-owner.ts';

/** What went wrong last with a server that is well again, or was stopped since. */
export interface PastFailure {
  readonly at: number;
  readonly failure: Failure;
}

/** State of our link to a server: a union, never booleans (DESIGN.md 1). Instants are ms since 1970. */
export type ConnectionState =
  | {
      readonly state: 'stopped';
      /** It ended by itself for want of use; absent: it never ran, or somebody ended it. */
      readonly because?: 'idle';
      readonly last_failure?: PastFailure;
    }
  | { readonly state: 'starting'; readonly since: number }
  | { readonly state: 'installing'; readonly since: number; readonly last_line: string }
  | {
      readonly state: 'ready';
      readonly since: number;
      readonly protocol_version: string;
      readonly server_name: string;
      readonly server_version: string;
      readonly pid: number | null;
      readonly last_failure?: PastFailure;
    }
  | {
      readonly state: 'failed';
      readonly since: number;
      readonly failure: Failure;
      /** Before this instant nobody but a person tries again; absent: the next use may. */
      readonly retry_at?: number;
    };

/** Facts about the other side (DESIGN.md 6). */
export type CallOutcome =
  | {
      readonly outcome: 'answered';
      readonly result: Record<string, unknown>;
      /** The server refused: its caller has to declare these (-32021 of 2026-07-28). */
      readonly lacks?: ClientAbilities;
    }
  | { readonly outcome: 'not_sent'; readonly failure: Failure }
  | { readonly outcome: 'unknown'; readonly failure: Failure };

export interface Progress {
  readonly progress: number;
  readonly total: number | null;
  readonly message: string;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  /** Runs in the very tick that writes to the transport; a failure means the call was not sent. */
  readonly beforeSend: () => Result<void>;
  /** Idle limit, restarted by progress; and the hard limit. Milliseconds. */
  readonly idle_ms: number;
  readonly total_ms: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Absent: whatever the server asks back gets an error at once. */
  readonly owner?: RequestOwner | undefined;
}

/** One page of a list, as the server sent it: hostile, not yet validated. */
export interface RawPage {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

export type ListKind = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

/** A running server. Lost or closed, every method answers with a Failure; it never reconnects by itself. */
export interface Link {
  readonly server_id: string;
  /** Differs for every new connection: whoever caches something of a link keys it on this. */
  readonly link_id: string;
  readonly protocol_version: string;
  readonly server_name: string;
  readonly server_version: string;
  readonly instructions: string;
  readonly pid: number | null;
  /** What the server advertises; lists of what it does not advertise are empty without asking. */
  readonly offers: {
    readonly tools: boolean;
    readonly resources: boolean;
    readonly prompts: boolean;
    readonly completions: boolean;
    readonly logging: boolean;
    /** Changes of single resources. */
    readonly subscribe: boolean;
  };
  /** -32601 reads as an empty page. */
  listPage(kind: ListKind, cursor: string | null, signal: AbortSignal): Promise<Result<RawPage>>;
  callTool(name: string, args: Record<string, unknown>, options: CallOptions): Promise<CallOutcome>;
  readResource(
    uri: string,
    signal: AbortSignal,
    owner?: RequestOwner,
  ): Promise<Result<Record<string, unknown>>>;
  getPrompt(
    name: string,
    args: Record<string, string>,
    signal: AbortSignal,
    owner?: RequestOwner,
  ): Promise<Result<Record<string, unknown>>>;
  /** `completion/complete` with its params as they came. */
  complete(
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Result<Record<string, unknown>>>;
  /** Counted per address: as many `unsubscribe` end it. */
  subscribe(uri: string, signal: AbortSignal): Promise<Result<void>>;
  /** Best effort towards the server. */
  unsubscribe(uri: string): Promise<void>;
  /** Whether anything is subscribed to: such a link is not idle. */
  isFollowed(): boolean;
  /**
   * Fires with the address that the server names while anything is subscribed to; it may be a part
   * of what was subscribed to. Returns its undo.
   */
  onResourceUpdated(listener: (uri: string) => void): () => void;
  /** Fires on each of the server's own `list_changed`, at once. Returns its undo. */
  onListChanged(listener: (kind: ListKind) => void): () => void;
  /** Ends a link over which the server no longer answers; not while anybody waits for an answer. */
  giveUp(reason: Failure): void;
  /** Settles once when the link is gone, with the reason (`cancelled` for our own disconnect). */
  readonly closed: Promise<Failure>;
  /** The same for whoever may lose interest before: a promise keeps all that wait for it. Returns its undo. */
  onClosed(listener: (reason: Failure) => void): () => void;
}
