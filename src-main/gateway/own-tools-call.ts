import { z } from 'zod';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { McpObject } from './exposed.ts';
import { SEARCH_LIMIT, SEARCH_LIMIT_MAX, searchTools } from './own-tools-search.ts';
import { PREVIEW_CHARS, textPart } from './present-result.ts';
import { resultText } from './present-result-text.ts';

const RESULT_ID = /^(?:gatehouse:\/\/results\/)?([A-Za-z0-9-]{1,64})$/;
const ReadArguments = z.strictObject({
  id: z.string().regex(RESULT_ID, 'the id of a result'),
  start_char: z.number().int().min(0).default(0),
  max_chars: z.number().int().min(1).optional(),
});
const SearchArguments = z.strictObject({
  query: z.string().min(1).max(1_000),
  limit: z.number().int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_LIMIT),
});
const CallArguments = z.strictObject({
  name: z.string().min(1).max(256),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

/** Fails with bad_arguments, naming the first field that is wrong. */
function read<T>(schema: z.ZodType<T>, value: unknown): Result<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'arguments';
  return fail('bad_arguments', `${where}: ${issue?.message ?? 'not what the tool asks for'}.`);
}

export function readToolCall(
  value: unknown,
): Result<{ readonly name: string; readonly arguments_json: string }> {
  const args = read(CallArguments, value);
  if (!args.ok) return args;
  return ok({ name: args.value.name, arguments_json: JSON.stringify(args.value.arguments) });
}

/** One slice of a stored text; the sentence under it says where the next one begins. */
export async function readResult(
  value: unknown,
  inline_chars: number,
  stored: (call_id: string) => Promise<Result<Record<string, unknown>>>,
): Promise<Result<Record<string, unknown>>> {
  const args = read(ReadArguments, value);
  if (!args.ok) return args;
  const { start_char, max_chars } = args.value;
  const call_id = RESULT_ID.exec(args.value.id)?.[1] ?? '';
  const found = await stored(call_id);
  if (!found.ok)
    return ['not_found', 'file_error'].includes(found.failure.code)
      ? fail('bad_arguments', `There is no result "${call_id}" of yours any more.`)
      : found;
  const text = resultText(found.value);
  const count = Math.min(max_chars ?? inline_chars, inline_chars);
  const { part, start, end } = textPart(text, start_char, count);
  const about =
    end < text.length
      ? `Characters ${start} to ${end} of ${text.length}. Read on with start_char ${end}.`
      : `Characters ${start} to ${end} of ${text.length}: the end.`;
  return ok({
    content: [
      { type: 'text', text: part },
      { type: 'text', text: `[Gatehouse: ${about}]` },
    ],
  });
}

/** `inline_chars`: the agent's, as the budget of the answer. */
export function findTools(
  value: unknown,
  tools: readonly McpObject[],
  inline_chars: number,
): Result<Record<string, unknown>> {
  const args = read(SearchArguments, value);
  if (!args.ok) return args;
  const budget_chars = Math.max(inline_chars, PREVIEW_CHARS);
  const { query, limit } = args.value;
  const found = searchTools(tools, query, { limit, budget_chars });
  return ok({
    content: [{ type: 'text', text: JSON.stringify(found) }],
    structuredContent: { ...found },
  });
}
