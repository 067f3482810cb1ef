/** Why a text cannot be put on the list of runners; null when it can. */
export function runnerProblem(
  text: string,
  runners: readonly string[],
): 'invalid' | 'taken' | null {
  const name = text.trim();
  const path = isRunnerPath(name);
  if (!path && !/^[\w.+-]{1,64}$/.test(name)) return 'invalid';
  if (name.length > 4096 || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) return 'invalid';
  return runners.includes(name) ? 'taken' : null;
}

/** A full path, on any system. */
export const isRunnerPath = (name: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(name);
