import type { Redactor } from '../secrets/redactor.ts';

const LINES_MAX = 1_000;
const BYTES_MAX = 256 * 1024;
const LINE_MAX = 4 * 1024;
/** How much raw text is kept between two readings; what a flood brings beyond it is only counted. */
const WINDOW_MAX = 64 * 1024;

/**
 * What a child says on stderr: the last lines, redacted, bounded in lines, bytes and line length, with
 * a count of what was dropped. `push` costs next to nothing, so that a flood is always drained;
 * redaction and splitting happen in `read`, on at most one window of text.
 */
export class StderrLog {
  readonly #redactor: Redactor;
  readonly #onLine: (line: string) => void;
  #stream: ReturnType<Redactor['stream']>;
  #window: string[] = [];
  #windowLength = 0;
  /** Characters of the line at the window's start are lost: its rest is dropped too. */
  #cut = false;
  #rest = '';
  #restDropped = false;
  #lines: string[] = [];
  #bytes = 0;
  #dropped = 0;

  constructor(redactor: Redactor, onLine: (line: string) => void) {
    this.#redactor = redactor;
    this.#stream = redactor.stream();
    this.#onLine = onLine;
  }

  push(text: string): void {
    this.#window.push(text);
    this.#windowLength += text.length;
    while (this.#windowLength > WINDOW_MAX && this.#window.length > 1) {
      const lost = this.#window.shift() ?? '';
      this.#windowLength -= lost.length;
      this.#dropped += countLines(lost);
      this.#cut = true;
    }
  }

  /** Takes in what was pushed since the last reading. */
  read(): void {
    let text = this.#window.join('');
    this.#window = [];
    this.#windowLength = 0;
    if (text.length > WINDOW_MAX) {
      const lost = text.slice(0, -WINDOW_MAX);
      this.#dropped += countLines(lost);
      this.#cut = true;
      text = text.slice(-WINDOW_MAX);
    }
    if (this.#cut) {
      // Half a line could hold half a secret, which no redactor would know: the rest of it goes too.
      const end = text.indexOf('\n');
      this.#dropped += this.#rest === '' ? 0 : 1;
      this.#rest = '';
      this.#stream = this.#redactor.stream();
      if (end === -1) return;
      this.#cut = false;
      this.#restDropped = false;
      this.#dropped += 1;
      text = text.slice(end + 1);
    }
    this.#split(this.#stream.push(text));
  }

  /** The stream has ended: what was held back comes out. */
  end(): void {
    this.read();
    this.#split(this.#stream.end());
    if (this.#rest !== '') this.#add(this.#rest);
    this.#rest = '';
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get lastLine(): string {
    return this.#lines.at(-1) ?? '';
  }

  #split(text: string): void {
    const pieces = text.split('\n');
    pieces.forEach((piece, index) => {
      this.#rest += piece;
      if (this.#rest.length > LINE_MAX && !this.#restDropped) {
        this.#add(`${this.#rest.slice(0, LINE_MAX)} …`);
        this.#restDropped = true;
      }
      if (this.#restDropped) this.#rest = '';
      if (index === pieces.length - 1) return;
      if (this.#restDropped) this.#dropped += 1;
      else if (this.#rest.trim() !== '') this.#add(this.#rest.replace(/\r$/, ''));
      this.#rest = '';
      this.#restDropped = false;
    });
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#bytes += line.length;
    while (this.#lines.length > LINES_MAX || this.#bytes > BYTES_MAX) {
      this.#bytes -= this.#lines.shift()?.length ?? 0;
      this.#dropped += 1;
    }
    this.#onLine(line);
  }
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
