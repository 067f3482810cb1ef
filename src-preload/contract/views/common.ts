import { z } from 'zod';

/** ISO 8601 instant in UTC, as `Date.toISOString` prints it. */
export const Instant = z.iso.datetime();

/** An expected failure as it crosses a door: a stable code, a sentence, and what to do. */
export const Failure = z.object({
  code: z.string(),
  message: z.string(),
  fix: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Failure = z.infer<typeof Failure>;

export const RiskLevel = z.enum(['low', 'medium', 'high']);
export type RiskLevel = z.infer<typeof RiskLevel>;

/** Why a tool has its grade: `code` + `params` translate, `text` is the English sentence. */
export const RiskReason = z.object({
  code: z.string(),
  params: z.record(z.string(), z.string()),
  text: z.string(),
  from: z.enum([
    'default',
    'name',
    'title',
    'description',
    'parameter',
    'enum',
    'annotation',
    'override',
  ]),
});
export type RiskReason = z.infer<typeof RiskReason>;

/** One field that differs from what a person accepted; values are JSON text, secrets masked. */
export const Change = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type Change = z.infer<typeof Change>;

export const Empty = z.object({});
export const Done = z.object({ done: z.literal(true) });
export const JsonObject = z.record(z.string(), z.unknown());
