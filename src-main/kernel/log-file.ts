import { closeSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import pino from 'pino';
import type { Log } from './log.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogOptions {
  readonly path: string;
  /** Applied to every message and field before it is written. */
  readonly redact: (value: unknown) => unknown;
  readonly level: LogLevel;
  /** When the file would grow beyond this it becomes `<path>.1` (the one before is dropped); 5 MB. */
  readonly max_bytes?: number;
}

const LINE_MAX = 16_384;

/**
 * JSON lines in a file of mode 0600, written at once. A log that cannot be written (full disk, missing
 * folder) is given up line by line: it must never stop the program that it describes.
 */
export function openLog(options: LogOptions): Log & { close(): void } {
  const sink = new RotatingFile(options.path, options.max_bytes ?? 5_000_000);
  const logger = pino(
    { level: options.level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => sink.write(line) },
  );
  const at =
    (level: LogLevel) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      logger[level](options.redact(plain(fields)), String(options.redact(message)));
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    close: () => sink.close(),
  };
}

/** Errors hold their text in fields that a copy of plain data would lose. */
const plain = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      value instanceof Error
        ? { name: value.name, message: value.message, stack: value.stack ?? '' }
        : value,
    ]),
  );

class RotatingFile {
  readonly #path: string;
  readonly #max: number;
  #file: number | null = null;
  #size = 0;

  constructor(path: string, max: number) {
    this.#path = path;
    this.#max = max;
  }

  write(line: string): void {
    const bytes = Buffer.from(line.length <= LINE_MAX ? line : cut(line));
    try {
      if (this.#file !== null && this.#size + bytes.length > this.#max) this.#rotate();
      this.#file ??= this.#open();
      this.#size += writeSync(this.#file, bytes);
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#file === null) return;
    const file = this.#file;
    this.#file = null;
    closeSync(file);
  }

  #open(): number {
    const file = openSync(this.#path, 'a', 0o600);
    this.#size = statSync(this.#path).size;
    return file;
  }

  #rotate(): void {
    this.close();
    renameSync(this.#path, `${this.#path}.1`);
  }
}

const cut = (line: string): string =>
  `${JSON.stringify({ level: 40, msg: 'A log line was too long', chars: line.length, start: line.slice(0, 2_000) })}\n`;
