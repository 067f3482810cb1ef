import type { Failure } from '../kernel/failure.ts';
import { fail } from '../kernel/result.ts';
import { DEPTH_MAX, type Position } from './source-value.ts';

interface Failed {
  readonly ok: false;
  readonly failure: Failure;
}

/** A text that is no valid JSON, TOML or YAML, with the place where reading stopped. */
export function brokenText(language: string, problem: string, at: Position | undefined): Failed {
  const place = at ? ` at line ${at.line}, column ${at.column}` : '';
  return fail('bad_arguments', `The pasted ${language} cannot be read${place}: ${problem}.`, {
    fix: 'Correct the text at that place and paste it again.',
    params: { language, ...(at ? { line: at.line, column: at.column } : {}) },
  });
}

export const tooDeep = (language: string, at?: Position): Failed =>
  brokenText(language, `it is nested more than ${DEPTH_MAX} levels deep`, at);
