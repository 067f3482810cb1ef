import { gradeTool } from '../judgement/risk.ts';
import { paramHeaders } from '../servers/param-headers.ts';
import type { CheckJob, ToolVerdict } from './analyse-messages.ts';
import { argumentProblems } from './argument-problems.ts';
import type { CompileSchema } from './compile-schema.ts';
import { defineItem } from './definition.ts';
import { isObject } from './discovered-items.ts';

/** Above this size of arguments the first problem is enough. */
const MAX_FOR_ALL_PROBLEMS = 100_000;

/**
 * Everything that can be said about one tool definition by itself: its pin, its grade without a
 * person's override, and why it cannot be used, if so. Takes as long as a hostile schema makes it.
 */
export function judgeTool(
  compileSchema: CompileSchema,
  name: string,
  raw: Record<string, unknown>,
): ToolVerdict {
  const quarantine_reason = problemOf(compileSchema, raw);
  const annotations = raw['annotations'];
  const grade = gradeTool({
    name,
    title: textOf(raw['title']),
    description: textOf(raw['description']),
    inputSchema: raw['inputSchema'],
    annotations: isObject(annotations) ? annotations : undefined,
  });
  return {
    definition: defineItem(name, raw),
    risk: grade.level,
    reasons: [...grade.reasons],
    classifier_version: grade.classifier_version,
    quarantine_reason,
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function problemOf(compileSchema: CompileSchema, raw: Record<string, unknown>): string | null {
  for (const field of ['title', 'description'])
    if (!['string', 'undefined'].includes(typeof raw[field]) && raw[field] !== null)
      return `Its ${field} is not text.`;
  const input = raw['inputSchema'];
  const output = raw['outputSchema'];
  if (!isObject(input))
    return input === undefined || input === null
      ? 'It has no input schema.'
      : 'Its input schema is not an object.';
  const type = input['type'];
  const types: unknown[] = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.includes('object'))
    return 'Its input schema does not describe an object, so no arguments would fit.';
  if (paramHeaders(input) === null)
    return 'Its x-mcp-header marks break the rules of the protocol.';
  const compiled = compileSchema(input);
  if (!compiled.ok) return `Its input schema cannot be used: ${compiled.problem}`;
  if (output === undefined || output === null) return null;
  if (!isObject(output)) return 'Its output schema is not an object.';
  const answer = compileSchema(output);
  return answer.ok ? null : `Its output schema cannot be used: ${answer.problem}`;
}

/** Sentences that name the places where arguments do not fit; at most five, none when they fit. */
export function checkArguments(compileSchema: CompileSchema, { schema, args }: CheckJob): string[] {
  const small = JSON.stringify(args).length <= MAX_FOR_ALL_PROBLEMS;
  const compiled = compileSchema(schema, small);
  if (!compiled.ok) return [`The input schema cannot be used: ${compiled.problem}`];
  return compiled.validate(args) ? [] : argumentProblems(compiled.validate.errors ?? []);
}
