import { z } from 'zod';
import { Definition } from './definition.ts';

const RiskReason = z.object({
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

export const ToolVerdict = z.object({
  definition: Definition,
  /** Without a person's override. */
  risk: z.enum(['low', 'medium', 'high']),
  reasons: z.array(RiskReason),
  classifier_version: z.number(),
  quarantine_reason: z.string().nullable(),
});
export type ToolVerdict = z.infer<typeof ToolVerdict>;

const JsonObject = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const JudgeJob = z.object({
  kind: z.literal('judge'),
  tools: z.array(z.object({ name: z.string(), definition: JsonObject })),
  /** One Int32 where the worker writes which tool it is at, so that the one that never ends is known. */
  at: z.instanceof(SharedArrayBuffer),
});
const CheckJob = z.object({ kind: z.literal('check'), schema: JsonObject, args: JsonObject });
export type JudgeJob = z.infer<typeof JudgeJob>;
export type CheckJob = z.infer<typeof CheckJob>;

/** Host to worker: one job. */
export const Job = z.discriminatedUnion('kind', [JudgeJob, CheckJob]);
export type Job = z.infer<typeof Job>;

/** Worker to host: `ready` once, then one answer for every job. */
export const Reply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('judged'), verdicts: z.array(ToolVerdict) }),
  z.object({ kind: z.literal('checked'), problems: z.array(z.string()) }),
]);
export type Reply = z.infer<typeof Reply>;
