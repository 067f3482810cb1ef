/** Takes secrets out of everything that leaves the process. One redactor for every exit. */
export interface Redactor {
  /** From now on this value (also base64, base64url, percent-encoded, JSON-escaped) reads `[secret NAME]`. */
  learn(name: string, value: string): void;
  forget(name: string): void;
  /** Name and value of all that it knows, to teach the redactor of another thread. */
  known(): [name: string, value: string][];
  text(text: string): string;
  /** Deep copy of JSON-like data: known values, token patterns, and values under secret-looking keys. */
  json(value: unknown): unknown;
  /** For streams: holds back just enough that a value cut by a chunk border is still found. */
  stream(): { push(chunk: string): string; end(): string };
}
