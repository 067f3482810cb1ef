import { expect } from 'vitest';
import { parsePaste } from '../../../src-main/interop/parse-paste.ts';
import type {
  ImportCandidate,
  PasteResult,
  RejectedEntry,
} from '../../../src-main/interop/paste-types.ts';
import type { FailureCode } from '../../../src-main/kernel/failure.ts';

type Options = Parameters<typeof parsePaste>[1];

/** The result of a paste that is expected to be understood. */
export function pasted(text: string | object, options?: Options): PasteResult {
  const read = parsePaste(typeof text === 'string' ? text : JSON.stringify(text), options);
  if (!read.ok) throw new Error(`Not understood: ${read.failure.message}`);
  return read.value;
}

/** The only candidate of a paste. */
export function only(text: string | object, options?: Options): ImportCandidate {
  const { candidates, rejected } = pasted(text, options);
  expect(rejected).toEqual([]);
  expect(candidates).toHaveLength(1);
  const [candidate] = candidates;
  if (!candidate) throw new Error('No candidate');
  return candidate;
}

/** The only rejected entry of a paste. */
export function refused(text: string | object): RejectedEntry {
  const { rejected } = pasted(text);
  expect(rejected).toHaveLength(1);
  const [entry] = rejected;
  if (!entry) throw new Error('Nothing rejected');
  return entry;
}

/** What is said about a text that is not understood at all. */
export function notUnderstood(text: string): {
  code: FailureCode;
  message: string;
  params: Readonly<Record<string, string | number>> | undefined;
} {
  const read = parsePaste(text);
  if (read.ok) throw new Error(`Understood as ${read.value.format}`);
  const { code, message, params } = read.failure;
  return { code, message, params };
}
