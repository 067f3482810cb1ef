import type {
  Answer,
  AnyEvent,
  RequestInput,
  RequestName,
  RequestOutput,
} from '../../src-preload/contract/index.ts';

/**
 * Where requests go: this process's own parts, or the owner's admin door. A caller cannot tell which;
 * there is no second code path (DESIGN.md 2).
 */
export interface Door {
  readonly kind: 'local' | 'remote';
  request<N extends RequestName>(
    name: N,
    input: RequestInput<N>,
    signal?: AbortSignal,
  ): Promise<Answer<RequestOutput<N>>>;
  /** Events from now on; returns its undo. */
  events(listener: (event: AnyEvent) => void): Promise<() => void>;
  /** Local: finishes what runs, stops every child, gives the home up. */
  close(): Promise<void>;
}
