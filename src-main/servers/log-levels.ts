/** MCP's LoggingLevel (RFC 5424), least severe first. */
const LEVELS: readonly string[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

/** Severity from 0; null for what is no level. */
export function severityOf(level: unknown): number | null {
  const rank = typeof level === 'string' ? LEVELS.indexOf(level) : -1;
  return rank === -1 ? null : rank;
}

/**
 * The one level that a server of the older era logs at, for all of its requests. It is only lowered:
 * each owner gets what it wants of it.
 */
export class ServerLogLevel {
  readonly #isOffered: boolean;
  readonly #set: (level: string) => Promise<unknown>;
  #level: number = LEVELS.length;
  #told: Promise<unknown> | null = null;

  constructor(isOffered: boolean, set: (level: string) => Promise<unknown>) {
    this.#isOffered = isOffered;
    this.#set = set;
  }

  /** Settles when the server has been told; null when there is nothing to wait for. */
  want(level: string | null): Promise<unknown> | null {
    const severity = severityOf(level);
    if (!this.#isOffered || severity === null || level === null) return null;
    if (severity < this.#level) {
      this.#level = severity;
      const told = this.#set(level).finally(() => {
        if (this.#told === told) this.#told = null;
      });
      this.#told = told;
    }
    return this.#told;
  }
}
