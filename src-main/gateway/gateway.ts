import type { Duplex } from 'node:stream';
import type { Failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import type { Topic } from '../kernel/topic.ts';
import type { Client } from '../trust/client-tokens.ts';

/** `off`: this owner does not listen. `failed`: it should, and `failure` says why it does not. */
export type GatewayState =
  | { readonly state: 'off'; readonly address: null; readonly failure: null }
  | { readonly state: 'listening'; readonly address: string; readonly failure: null }
  | { readonly state: 'failed'; readonly address: null; readonly failure: Failure };

/** A client that is here now. Its name and version are its own words. */
export interface ConnectedClient {
  readonly client_id: string;
  readonly era: '2025' | '2026-07-28';
  readonly transport: 'http' | 'stdio';
  readonly client_name: string;
  readonly client_version: string;
  /** ms since 1970. */
  readonly since: number;
  readonly open_requests: number;
}

/** MCP towards clients: Streamable HTTP on loopback, one bearer token per client. */
export interface Gateway {
  /** Where it listens, that it does, or who is connected. */
  readonly changed: Topic<Record<string, never>>;
  /**
   * Listens on 127.0.0.1 and, where there is one, [::1]; 0 picks a free port. One that listens already
   * moves: what runs at the old port goes on. Fails with port_in_use; then it stays where it is.
   */
  listen(port: number): Promise<Result<void>>;
  /** `address` is the URL for clients. */
  state(): GatewayState;
  /** The client of a presented token. */
  clientOf(token: string): Client | undefined;
  /** One client over JSON-RPC lines, either era, until the stream ends or its token is revoked. */
  serveLines(client: Client, stream: Duplex): void;
  connected(): readonly ConnectedClient[];
  /** When the client was last here, in ms since 1970. */
  lastUse(client_id: string): number | null;
  /** Stops accepting, lets calls end (at most `grace_ms`), then cuts the rest. */
  close(grace_ms: number): Promise<void>;
}
