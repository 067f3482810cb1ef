import { createInterface } from 'node:readline/promises';
import { fail, ok, type Result } from '../kernel/result.ts';

const STDIN_MAX = 1024 * 1024;

/** stdin to its end, at most 1 MiB. */
export async function readStdin(): Promise<Result<string>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > STDIN_MAX) return fail('bad_arguments', 'The value on stdin is larger than 1 MiB.');
    chunks.push(bytes);
  }
  return ok(Buffer.concat(chunks).toString('utf8'));
}

/** A question at the terminal, on stderr; null when either end is no terminal. */
export const terminalQuestion = (
  signal: AbortSignal,
): ((question: string) => Promise<string>) | null =>
  process.stdin.isTTY === true && process.stderr.isTTY === true
    ? async (question) => {
        const lines = createInterface({ input: process.stdin, output: process.stderr });
        try {
          return await lines.question(question, { signal });
        } catch {
          return ''; // Ctrl+C or Ctrl+D: no answer is never a yes
        } finally {
          lines.close();
        }
      }
    : null;
