/** Lines that the window keeps of one server's log. */
export const KEPT_LINES = 2000;
const LONGEST = 4000;

// Colours and cursor moves of a terminal say nothing here.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what escape sequences start with
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** One line as it is shown: without terminal colours, bounded. */
export function logLine(line: string): string {
  const plain = line.replace(ESCAPES, '');
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}

export interface Log {
  readonly lines: readonly string[];
  /** Earlier lines that nobody keeps any more. */
  readonly dropped: number;
}

/** Puts lines at the end and lets the oldest go beyond `KEPT_LINES`. */
export function appendLines(log: Log, added: readonly string[]): Log {
  const lines = [...log.lines, ...added.map(logLine)];
  const surplus = Math.max(0, lines.length - KEPT_LINES);
  return { lines: lines.slice(surplus), dropped: log.dropped + surplus };
}
