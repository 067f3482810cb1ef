import type { z } from 'zod';

/** One sentence about the first thing wrong with a request's input: which field, and what it should be. */
export function describeInputProblem(name: string, error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return `The input of ${name} is not valid.`;
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : '';
  const where = issue.path.length === 0 ? 'the input' : `\`${issue.path.join('.')}\``;
  const message = issue.message.replace(/^Invalid input: /, '');
  return `${name}: ${where}: ${message}${more}.`;
}
