const MARK = 'gatehouse-env-7f31';
/** So much of what a shell says is looked at; what it says before is its rc files' own output. */
export const SHELL_OUTPUT_KEPT = 1024 * 1024;

/** What a login shell is told to run, so that its PATH can be told from its rc files' own output. */
export const SHELL_QUESTION = `echo '${MARK}'; command printenv PATH; echo '${MARK}'; exit`;

/** How a shell is asked, in order: rc files of interactive shells set most PATHs, and some of them replace the shell. */
export const SHELL_WAYS = ['-ilc', '-lc'] as const;

/** PATH from a login shell's output so far, or null as long as it has not printed one. */
export function pathFromShell(output: string): string | null {
  for (const between of output.split(MARK).slice(1, -1)) {
    const line = between.split(/\r?\n/).find((text) => /(?:^|:)\//.test(text));
    if (line !== undefined) return line;
  }
  return null;
}
