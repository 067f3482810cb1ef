import type { Effective, Package } from '../../src-preload/contract/index.ts';
import { plainText } from './table.ts';

/** What runs in place of an npx command, or why nothing does. */
export function showEffective({ command_argv, package: used }: Effective): string[] {
  const scripts = scriptsWords(used);
  const more = scripts === null ? [] : [`  scripts   ${scripts}`];
  if (used.fallback !== null) return [`  as is     ${plainText(used.fallback.text)}`, ...more];
  const words = command_argv.map(
    (word, index) => `        ${String(index).padStart(2)}  ${plainText(word)}`,
  );
  return [
    `  package   ${plainText(packageWords(used))}`,
    '  instead   installed once under the home folder, then run without npx:',
    ...words,
    ...more,
  ];
}

const packageWords = ({ name, version, spec }: Package): string =>
  version === null
    ? `${name}, in the version that “${spec}” leads to at the first start`
    : `${name}@${version}`;

const scriptsWords = ({ scripts, scripts_allowed }: Package): string | null =>
  scripts.length === 0
    ? null
    : `${plainText(scripts.join(', '))} (${scripts_allowed ? 'you let them run' : 'held back'})`;

/** The rows of one server's table. */
export function packageRows(used: Package | null): string[][] {
  if (used === null) return [];
  const scripts = scriptsWords(used);
  const more = scripts === null ? [] : [['scripts', scripts]];
  if (used.fallback !== null) return [['package', `as written: ${used.fallback.text}`], ...more];
  const state = used.installed ? 'installed' : 'installed at its first start';
  return [['package', `${used.name}@${used.version ?? used.spec} (${state})`], ...more];
}
