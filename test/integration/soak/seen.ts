import { z } from 'zod';

/** What a client was told of a call; `given_up`: it went away itself, and no answer came before. */
export type Told =
  | 'answered'
  | 'unavailable'
  | 'unknown'
  | 'refused'
  | 'no_session'
  | 'given_up'
  | 'odd';

export interface Seen {
  readonly told: Told;
  readonly ms: number;
  /** The beginning of the answer's text, where it is not simply an answer. */
  readonly text: string;
}

const Response = z.object({
  id: z.union([z.string(), z.number()]),
  result: z
    .object({
      isError: z.boolean().optional(),
      content: z.array(z.looseObject({ text: z.string().optional() })),
    })
    .optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** A message with an id and no method; undefined for anything else. */
export function responseIn(message: unknown): z.infer<typeof Response> | undefined {
  if (typeof message !== 'object' || message === null || 'method' in message) return undefined;
  const parsed = Response.safeParse(message);
  return parsed.success ? parsed.data : undefined;
}

const PREFIXES: readonly (readonly [string, Told])[] = [
  ['[MCP_UNAVAILABLE]', 'unavailable'],
  ['[MCP_OUTCOME_UNKNOWN]', 'unknown'],
  ['[INVALID_ARGUMENTS]', 'refused'],
  ['[DENIED]', 'refused'],
  ['[TOOL_CHANGED]', 'refused'],
];

/** What the response to a call says. */
export function toldBy({ result, error }: z.infer<typeof Response>): { told: Told; text: string } {
  if (error !== undefined) {
    const text = `${error.code} ${error.message}`;
    if (/^-32602 Unknown tool/.test(text)) return { told: 'refused', text };
    // The exchange of a call that its client cancelled, or whose session it ended.
    if (error.code === -32_000) return { told: 'given_up', text };
    return { told: 'odd', text };
  }
  const text = result?.content[0]?.text ?? '';
  if (result?.isError !== true) return { told: 'answered', text: '' };
  const known = PREFIXES.find(([prefix]) => text.startsWith(prefix));
  return known === undefined
    ? { told: 'answered', text: '' }
    : { told: known[1], text: text.slice(0, 300) };
}
