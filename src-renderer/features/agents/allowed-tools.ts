/** Whether a name matches a glob: `*` is any run of characters, all else itself. In at most length × length steps. */
export function globMatches(glob: string, name: string): boolean {
  const [first = '', ...rest] = glob.split('*');
  if (rest.length === 0) return glob === name;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

export const isAllowed = (globs: readonly string[], name: string): boolean =>
  globs.some((glob) => globMatches(glob, name));

/** A name that would be read as a glob cannot be allowed by itself. */
export const isNameable = (name: string): boolean => name !== '' && !name.includes('*');

/** The glob other than `*` and the name itself by which a tool is allowed; null without one. */
export const patternFor = (globs: readonly string[], name: string): string | null =>
  globs.find((glob) => glob !== '*' && glob !== name && globMatches(glob, name)) ?? null;

/**
 * The globs with one tool more or less. What allows a tool together with others is written out as
 * the names it stands for among `known`, so later tools no longer join by it.
 */
export function withTool(
  globs: readonly string[],
  known: readonly string[],
  name: string,
  allow: boolean,
): string[] {
  if (allow) return isAllowed(globs, name) ? [...globs] : [...globs, name];
  const kept = globs.filter((glob) => !globMatches(glob, name));
  const lost = globs.filter((glob) => globMatches(glob, name));
  const written = known.filter(
    (other) =>
      other !== name && isNameable(other) && isAllowed(lost, other) && !isAllowed(kept, other),
  );
  return [...kept, ...written];
}

/** The globs with these tools more; what is allowed already stays as it is. */
export const withTools = (globs: readonly string[], names: readonly string[]): string[] => [
  ...globs,
  ...names.filter((name) => isNameable(name) && !isAllowed(globs, name)),
];

/** Globs that no known tool matches: names of tools that are gone or not known yet. */
export const idleGlobs = (globs: readonly string[], known: readonly string[]): string[] =>
  globs.filter((glob) => glob !== '*' && !known.some((name) => globMatches(glob, name)));

export type Tick = 'none' | 'some' | 'all';

/** How a server is ticked: `all` also takes the tools that it will have later. */
export function tickOf(globs: readonly string[]): Tick {
  if (globs.includes('*')) return 'all';
  return globs.length > 0 ? 'some' : 'none';
}
