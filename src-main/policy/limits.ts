import { isAbsolute, relative } from 'node:path';
import { argumentPlaces, PLACES_MAX, type Place } from './argument-places.ts';

export type LimitVerdict =
  | { readonly verdict: 'inside' }
  | { readonly verdict: 'outside'; readonly reason: string }
  | { readonly verdict: 'undecidable'; readonly reason: string };

/** Where one reading of a path leads, links and `..` resolved as the operating system does. */
export interface Resolved {
  /** null when that cannot be told. */
  readonly real: string | null;
  readonly exists: boolean;
  /** Into Gatehouse's own folder, by any name, link or hard link. */
  readonly inHome: boolean;
  /** Through /proc or the like, where a path means something else for every process. */
  readonly perProcess: boolean;
}

export interface Limits {
  /** The agent's roots with links resolved; empty: no limit. */
  readonly roots: readonly string[];
  /** The agent's host globs; empty: no limit. */
  readonly hosts: readonly string[];
  /** Every reading of a path: one for an absolute one, else one for each folder it may be relative to. */
  readonly resolve: (text: string) => readonly Resolved[];
}

export const isBelow = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || /^\.\.[/\\]/.test(way) || isAbsolute(way));
};

/** DESIGN.md 5, step 3: path and URL arguments against roots, hosts and the home folder. */
export function checkLimits(args: unknown, limits: Limits): LimitVerdict {
  const places = argumentPlaces(args);
  if (places === null)
    return {
      verdict: 'undecidable',
      reason: `The arguments name more than ${PLACES_MAX} places, too many to check.`,
    };
  let undecidable: LimitVerdict | null = null;
  for (const place of places) {
    const verdict = place.kind === 'path' ? checkPath(place, limits) : checkHost(place, limits);
    if (verdict.verdict === 'outside') return verdict;
    if (verdict.verdict === 'undecidable') undecidable ??= verdict;
  }
  return undecidable ?? { verdict: 'inside' };
}

function checkPath(place: Place & { kind: 'path' }, { roots, resolve }: Limits): LimitVerdict {
  const readings = resolve(place.text);
  if (readings.some(({ inHome }) => inHome))
    return place.inText
      ? {
          verdict: 'undecidable',
          reason: `The text in \`${place.at}\` names Gatehouse's own folder.`,
        }
      : {
          verdict: 'outside',
          reason: `The argument \`${place.at}\` leads into Gatehouse's own folder, which no agent may touch.`,
        };
  if (readings.some(({ perProcess }) => perProcess) && !place.inText)
    return {
      verdict: 'outside',
      reason: `The argument \`${place.at}\` leads through /proc, where it cannot be told what it means for the server.`,
    };
  if (roots.length === 0 || place.inText) return { verdict: 'inside' };
  // What only might be a path is one if something stands there.
  if (!place.certain && !readings.some(({ exists }) => exists)) return { verdict: 'inside' };
  const inside = readings.filter(
    ({ real }) => real !== null && roots.some((root) => isBelow(real, root)),
  ).length;
  if (inside === readings.length && inside > 0) return { verdict: 'inside' };
  return inside === 0 && readings.every(({ real }) => real !== null)
    ? { verdict: 'outside', reason: `The argument \`${place.at}\` is outside the agent's roots.` }
    : {
        verdict: 'undecidable',
        reason: `It cannot be told where the argument \`${place.at}\` leads.`,
      };
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
