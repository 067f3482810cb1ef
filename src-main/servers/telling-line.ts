/** Lines that a runtime adds below its error: version, stack frames, properties of the error, brackets. */
const TRAILER = [
  /^Node\.js v\d/,
  /^Bun v\d/,
  /^\s+at /,
  /^\s+(\w+|\[\w+\]): \S/,
  /^[\s{}[\]()^~,;]*$/,
];
/** So far back a stack may reach. */
const LINES_MAX = 60;

/**
 * The line of a program's last words on stderr that says why it ended: the last one, unless that belongs to
 * the stack below an error. '' when it said nothing.
 */
export function tellingLine(lines: readonly string[]): string {
  const last = lines.slice(-LINES_MAX);
  return last.findLast((line) => !TRAILER.some((form) => form.test(line))) ?? last.at(-1) ?? '';
}
