import { z } from 'zod';
import type { Result } from '../kernel/result.ts';
import { readYaml } from '../registry/read-yaml.ts';

const Globs = z.array(z.string().min(1).max(256)).min(1).max(200);

/** One written rule: fields are ANDed, lists ORed, a missing field matches all. */
export const Rule = z.strictObject({
  id: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/),
  effect: z.enum(['allow', 'ask', 'deny']),
  agents: Globs.optional(),
  servers: Globs.optional(),
  tools: Globs.optional(),
  risk: z
    .array(z.enum(['low', 'medium', 'high']))
    .min(1)
    .optional(),
  reason: z.string().max(1000).optional(),
});
export type Rule = z.output<typeof Rule>;

/** `policy.yml` (DESIGN.md 3). Unknown fields are errors: a rule that is half understood protects nobody. */
export const Policy = z
  .strictObject({ version: z.literal(1), rules: z.array(Rule).max(1000).default([]) })
  .superRefine(({ rules }, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of rules.entries()) {
      if (seen.has(id)) {
        const path = ['rules', index, 'id'];
        context.addIssue({ code: 'custom', path, message: 'another id; this one is taken' });
      }
      seen.add(id);
    }
  });
export type Policy = z.output<typeof Policy>;

export const EMPTY_POLICY: Policy = { version: 1, rules: [] };

/** Fails with unreadable_file or invalid_entry, naming line and column. */
export const parsePolicy = (text: string): Result<Policy> =>
  readYaml(text, {
    name: 'policy.yml',
    schema: Policy,
    known: [...Object.keys(Rule.shape), 'version', 'rules'],
  });
