import { z } from 'zod';
import { type FailureCode, isFailureCode } from '../kernel/failure.ts';

/** What a thread gets to keep one large result. */
export const ResultJob = z.object({
  folder: z.string(),
  /** Name and value of everything that must not be written. */
  secrets: z.array(z.tuple([z.string(), z.string()])),
  result: z.unknown(),
});
export type ResultJob = z.infer<typeof ResultJob>;

const Failure = z.object({
  code: z.custom<FailureCode>((code) => typeof code === 'string' && isFailureCode(code)),
  message: z.string(),
});

/** What it says when it is done. */
export const LargeResult = z.union([
  z.object({
    ok: z.literal(true),
    value: z.object({
      result_chars: z.number(),
      result_sha256: z.string(),
      result_file: z.string(),
    }),
  }),
  z.object({ ok: z.literal(false), failure: Failure }),
]);
export type LargeResult = z.infer<typeof LargeResult>;
