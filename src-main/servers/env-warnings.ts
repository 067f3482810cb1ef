import type { LaunchWarning } from './launch-warnings.ts';

/** Variables by which a program loads code that is not its own. */
const LOADERS = /^(LD_(PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|BASH_ENV|PERL5OPT|RUBYOPT)$/i;
const NODE_LOADS = /(^|[\s"'])(-r|--(import|require|loader|experimental-loader))(?=$|[\s="'])/;

/**
 * Variables that make the started program load other code. `secrets`: names whose values nobody is
 * shown, so that the name alone counts.
 */
export function envLoadsCode(
  env: Readonly<Record<string, string>>,
  secrets: readonly string[],
): LaunchWarning[] {
  const plain = Object.entries(env).filter(
    ([name, value]) =>
      LOADERS.test(name) ||
      (/^NODE_OPTIONS$/i.test(name) && (NODE_LOADS.test(value) || value.includes('${'))),
  );
  const hidden = secrets.filter((name) => LOADERS.test(name) || /^NODE_OPTIONS$/i.test(name));
  return [...new Set([...plain.map(([name]) => name), ...hidden])].map((name) => ({
    code: 'env_loads_code',
    text: `“${name}” makes the program load other code than its own.`,
  }));
}
