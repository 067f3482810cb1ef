/** What a server may ask back while it works on a request: MCP's own methods. */
export const CLIENT_METHODS = [
  'elicitation/create',
  'sampling/createMessage',
  'roots/list',
] as const;
export type ClientMethod = (typeof CLIENT_METHODS)[number];

export interface ClientQuestion {
  readonly method: ClientMethod;
  /** As the server sent them: hostile, not validated. */
  readonly params: Readonly<Record<string, unknown>>;
}

export type ClientReply =
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

/** MCP's ClientCapabilities, as far as a server may use them through us. */
export interface ClientAbilities {
  readonly elicitation?: Readonly<Record<string, unknown>>;
  readonly sampling?: Readonly<Record<string, unknown>>;
  readonly roots?: Readonly<Record<string, unknown>>;
}

/** Who a request to a server belongs to: what the server asks back, and what it logs, goes there. */
export interface RequestOwner {
  /**
   * The same for all requests of one client. The older revisions do not say which request a question
   * belongs to, so such a connection, if its server may ask, works for one owner at a time.
   */
  readonly key: string;
  /** What the client can answer. Anything else a server asks gets an error at once. */
  readonly abilities: ClientAbilities;
  /** Least level of log messages that the client wants (MCP's LoggingLevel); null: none. */
  readonly log_level: string | null;
  /**
   * One round of questions under the server's own keys (2026-07-28) or one of ours. A key that is
   * missing from the answer was not answered. Aborting the signal withdraws the questions.
   */
  ask(
    questions: Readonly<Record<string, ClientQuestion>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, ClientReply>>>;
  /** A question that was not put to it, with why. */
  onRefused?(question: ClientQuestion, reason: string): void;
  /** Params of `notifications/message`, as the server sent them. */
  onLog(params: Readonly<Record<string, unknown>>): void;
}
