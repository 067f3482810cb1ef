import { z } from 'zod';
import { sha256Hex } from '../kernel/canonical-json.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/** More than any tree of a server needs; npm's own file for a thousand packages is half of it. */
export const LOCK_BYTES_MAX = 4 * 1024 * 1024;

const Entry = z.object({
  version: z.string().max(256).optional(),
  integrity: z.string().max(512).optional(),
  hasInstallScript: z.boolean().optional(),
});
const Lock = z.object({ packages: z.record(z.string().max(1_000), Entry) });

/** What npm has resolved a package to, read from its `package-lock.json`. */
export interface ResolvedPackage {
  readonly version: string;
  readonly integrity: string;
  /** `name@version` of everything in the tree that brings install scripts, sorted. */
  readonly scripts: readonly string[];
  /** SHA-256 of the whole text: it names every package of the tree with its integrity. */
  readonly lock: string;
}

export function readLock(text: string, name: string): Result<ResolvedPackage> {
  const parsed = Lock.safeParse(parseJson(text));
  const top = parsed.success ? parsed.data.packages[`node_modules/${name}`] : undefined;
  if (!parsed.success || top?.version === undefined || top.integrity === undefined)
    return fail('install_failed', `npm did not say what it resolved “${name}” to.`, {
      params: { package: name },
    });
  const scripts = Object.entries(parsed.data.packages)
    .filter(([, entry]) => entry.hasInstallScript === true)
    .map(([place, entry]) => `${place.split('node_modules/').at(-1)}@${entry.version ?? '?'}`);
  return ok({
    version: top.version,
    integrity: top.integrity,
    scripts: [...new Set(scripts)].sort().slice(0, 200),
    lock: sha256Hex(text),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
