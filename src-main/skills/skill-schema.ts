import { z } from 'zod';

/** Where a skill came from, which is how far it is trusted (DESIGN.md 9). */
export const SKILL_SOURCES = [
  'builtin',
  'user',
  'folder',
  'archive',
  'url',
  'server',
  'pack',
] as const;

const Name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case letters and digits, joined by single -');
const Text = z.string().max(100_000);

/**
 * Frontmatter of a `SKILL.md` (Agent Skills format). Unknown keys are kept; `allowed-tools` and all
 * others grant nothing.
 */
export const SkillFrontmatter = z.looseObject({
  name: Name,
  description: z.string().trim().min(1).max(1024),
  license: z.string().max(1000).optional(),
  compatibility: z.string().max(500).optional(),
  metadata: z.record(z.string(), z.string().max(4096)).optional(),
  'allowed-tools': z.union([z.string().max(4096), z.array(z.string().max(256))]).optional(),
});
export type SkillFrontmatter = z.output<typeof SkillFrontmatter>;

/** `skill.yml` of a prompt skill. `requires.tools`: own tools or `<server>/<tool>`. */
export const PromptSkill = z.strictObject({
  name: Name,
  version: z.string().min(1).max(64),
  description: z.string().trim().min(1).max(1024),
  prompt: Text.min(1),
  requires: z
    .strictObject({
      tools: z
        .array(
          z
            .string()
            .max(320)
            .regex(
              /^(?:[a-z0-9]+(?:[_-][a-z0-9]+)*\/[^\s/][^\s]*|[a-z][a-z0-9_]*)$/,
              'an own tool, or <server>/<tool>',
            ),
        )
        .max(500)
        .default([]),
      mcp_scopes: z.array(z.string().min(1).max(256)).max(100).default([]),
    })
    .prefault({}),
  examples: z.array(Text).max(100).default([]),
});
export type PromptSkill = z.output<typeof PromptSkill>;

/** One skill of `skills.json`. */
export const SkillEntry = z.strictObject({
  kind: z.enum(['knowledge', 'prompt']),
  enabled: z.boolean(),
  /** SHA-256 over the content as last accepted. */
  hash: z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits'),
  source: z.strictObject({
    kind: z.enum(SKILL_SOURCES),
    /** Folder, address, server id or pack name; empty for `builtin` and `user`. */
    reference: z.string().max(8192).default(''),
  }),
});
export type SkillEntry = z.output<typeof SkillEntry>;

/** `skills.json`: the index of the skill folders, by folder name. */
export const SkillIndex = z.strictObject({
  version: z.literal(1),
  skills: z.record(Name, SkillEntry).default({}),
});
export type SkillIndex = z.output<typeof SkillIndex>;
