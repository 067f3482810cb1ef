import type { ParseArgsOptionsConfig } from 'node:util';
import type { Door } from '../api/door.ts';
import type { Failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';

/** What a command sees of the terminal and the rest of the program. */
export interface Context {
  readonly json: boolean;
  readonly version: string;
  /** Opened on first use: the owner's door, or this process becomes a short-lived owner. */
  door(): Promise<Result<Door>>;
  /** A line to stdout. */
  print(text: string): void;
  /** Text to stdout as it is; resolves when it was taken, or when nobody reads any more. */
  write(text: string): Promise<void>;
  /** A line to stderr: notes, progress, questions. Never part of the output. */
  note(text: string): void;
  /** All of stdin; bounded. */
  readStdin(): Promise<Result<string>>;
  /** null without a terminal: then nothing is ever assumed. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Aborts on Ctrl+C. */
  readonly signal: AbortSignal;
  serve(options: ServeOptions): Promise<Result<number>>;
  /** Serves the MCP client on stdin and stdout until it leaves; its exit code. */
  connect(client: { readonly agent: string; readonly token: string }): Promise<Result<number>>;
  /** A variable of the environment. */
  environment(name: string): string | undefined;
}

export interface ServeOptions {
  readonly approver: boolean;
  /** null: the one of the settings, and a port that is taken does not stop the start. */
  readonly port: number | null;
  /** Seconds after the last client after which it ends; null: it stays. */
  readonly for_clients_s: number | null;
}

/** What was typed, sorted: `rest` is everything behind `--`. */
export interface Typed {
  readonly positionals: readonly string[];
  readonly rest: readonly string[] | null;
  readonly one: (option: string) => string | undefined;
  readonly many: (option: string) => readonly string[];
  readonly flag: (option: string) => boolean;
}

/** Exit code, or a failure that has one. */
export type Outcome = number | Failure;

export interface Command {
  /** Its words, e.g. `server add`. */
  readonly name: string;
  /** What follows the words. */
  readonly usage: string;
  readonly summary: string;
  /** More lines for its --help. */
  readonly details?: readonly string[];
  readonly options?: ParseArgsOptionsConfig;
  /** How many positionals it takes; Infinity for a list. */
  readonly positionals: readonly [min: number, max: number];
  readonly takesRest?: boolean;
  readonly run: (typed: Typed, context: Context) => Promise<Outcome>;
}
