import { z } from 'zod';

/**
 * What a written package spec stands for since its first start: one version, its tarball's integrity
 * and everything it depends on. It stands beside the confirmation, and only a person changes it.
 */
export const PackagePin = z.object({
  /** As written when it was pinned; a launch with another spec is not bound by it. */
  spec: z.string(),
  name: z.string(),
  version: z.string(),
  /** Of its tarball, as npm writes it. */
  integrity: z.string(),
  /** SHA-256 of the `package-lock.json` that names the whole tree. */
  lock: z.string(),
});
export type PackagePin = z.infer<typeof PackagePin>;
