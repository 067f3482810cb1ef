interface Problem {
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * The owner's sentence without the file and the place it begins with: the banner says both in the
 * person's language. Any other sentence stays as it is.
 */
export function problemText({ message, line, column }: Problem, path: string): string {
  const place = line === null ? '' : ` (line ${line}, column ${column ?? 1})`;
  const known = `${path} cannot be read${place}: `;
  return message.startsWith(known) ? message.slice(known.length) : message;
}
