import { isAbsolute, join, relative } from 'node:path';
import { argumentPlaces, type Place } from './argument-places.ts';

export type LimitVerdict =
  | { readonly verdict: 'inside' }
  | { readonly verdict: 'outside'; readonly reason: string }
  | { readonly verdict: 'undecidable'; readonly reason: string };

export interface Limits {
  /** The Gatehouse home, as written and with links resolved. No rule lifts this one. */
  readonly homes: readonly string[];
  /** The agent's roots with links resolved; empty: no limit. */
  readonly roots: readonly string[];
  /** The agent's host globs; empty: no limit. */
  readonly hosts: readonly string[];
  /** Folder that the server resolves relative paths against; null when not known. */
  readonly cwd: string | null;
  readonly user_home: string;
  /** The path with every link in its existing part resolved; null when that cannot be told. */
  readonly realPath: (path: string) => string | null;
}

const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
};

/** DESIGN.md 5, step 3: path and URL arguments against roots, hosts and the home folder. */
export function checkLimits(args: unknown, limits: Limits): LimitVerdict {
  let undecidable: LimitVerdict | null = null;
  for (const place of argumentPlaces(args)) {
    const verdict = place.kind === 'path' ? checkPath(place, limits) : checkHost(place, limits);
    if (verdict.verdict === 'outside') return verdict;
    if (verdict.verdict === 'undecidable') undecidable ??= verdict;
  }
  return undecidable ?? { verdict: 'inside' };
}

function checkPath(place: Place & { kind: 'path' }, limits: Limits): LimitVerdict {
  const absolute = absolutePath(place.text, limits);
  // Without a known folder a relative path may still climb into the home by any way: look at its text.
  const real = absolute === null ? null : limits.realPath(absolute);
  const candidates = [absolute, real].filter((path) => path !== null);
  if (candidates.some((path) => limits.homes.some((home) => isBelow(path, home))))
    return {
      verdict: 'outside',
      reason: `The argument \`${place.at}\` leads into Gatehouse's own folder, which no agent may touch.`,
    };
  if (limits.roots.length === 0) return { verdict: 'inside' };
  if (real === null)
    return {
      verdict: 'undecidable',
      reason: `It cannot be told where the argument \`${place.at}\` leads.`,
    };
  return limits.roots.some((root) => isBelow(real, root))
    ? { verdict: 'inside' }
    : { verdict: 'outside', reason: `The argument \`${place.at}\` is outside the agent's roots.` };
}

function absolutePath(text: string, limits: Limits): string | null {
  if (text === '~' || text.startsWith('~/') || text.startsWith('~\\'))
    return join(limits.user_home, text.slice(1));
  if (text.startsWith('~')) return null; // another user's home
  if (isAbsolute(text)) return join(text);
  return limits.cwd === null ? null : join(limits.cwd, text);
}

function checkHost(place: Place & { kind: 'url' }, limits: Limits): LimitVerdict {
  if (limits.hosts.length === 0) return { verdict: 'inside' };
  return limits.hosts.some((glob) => hostMatches(place.host, glob.toLowerCase()))
    ? { verdict: 'inside' }
    : {
        verdict: 'outside',
        reason: `The host ${place.host} in \`${place.at}\` is not among the agent's hosts.`,
      };
}

/** `*.example.org` matches every name below example.org, not example.org itself. */
const hostMatches = (host: string, glob: string): boolean =>
  glob === '*' ||
  (glob.startsWith('*.') ? host.endsWith(glob.slice(1)) && host !== glob.slice(2) : host === glob);
