export interface CommandLine {
  readonly app: string | undefined;
  readonly requires: readonly string[];
  readonly switches: ReadonlyMap<string, string>;
  readonly inspectPort: number | undefined;
}

/** Reads Electron's command line: `[-r file] [--switch[=value]] [app] [app's own arguments]`. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const requires: string[] = [];
  const switches = new Map<string, string>();
  let app: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const named = /^--([^=]+)(?:=(.*))?$/s.exec(arg);
    if (arg === '-r' || arg === '--require') {
      at += 1;
      requires.push(args[at] ?? '');
    } else if (named) {
      switches.set(named[1] ?? '', named[2] ?? '');
    } else {
      app ??= arg;
    }
  }
  const inspect = switches.get('inspect');
  return {
    app,
    requires,
    switches,
    inspectPort: inspect === undefined ? undefined : Number(inspect || 9229),
  };
}
