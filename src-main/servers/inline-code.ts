import { containerWarnings } from './container-warnings.ts';
import type { LaunchWarning } from './launch-warnings.ts';
import { baseName, shorten } from './word-parts.ts';

interface Interpreter {
  readonly names: RegExp;
  /** Options by which it runs code from an argument. */
  readonly code: RegExp;
  /** Options that take the next word as their value. */
  readonly valued: RegExp;
}

const NODE_VALUED = new RegExp(
  `^(-[rC]|--(${[
    'require|import|loader|experimental-loader|conditions|title|input-type|stack-trace-limit',
    'allow-fs-(read|write)|build-snapshot-config|cpu-prof-(dir|interval|name)|diagnostic-dir',
    'disable-(proto|warning)|dns-result-order|env-file(-if-exists)?|experimental-(config-file|sea-config)',
    'heap-prof-(dir|interval|name)|heapsnapshot-(near-heap-limit|signal)|icu-data-dir',
    '(debug|inspect)-port|inspect-publish-uid|localstorage-file|max-http-header-size',
    'max-old-space-size-percentage|network-family-autoselection-attempt-timeout|openssl-config',
    'redirect-warnings|report-(dir|directory|filename|signal)|secure-heap(-min)?|snapshot-blob',
    'test-[a-z-]+|tls-(cipher-list|keylog)|trace-event-(categories|file-pattern)|trace-require-module',
    'tsconfig|unhandled-rejections|use-largepages|watch-(kill-signal|path)',
  ].join('|')}))$`,
);
const NONE = /^$/;

const INTERPRETERS: readonly Interpreter[] = [
  {
    names: /^(node|nodejs|tsx|ts-node)$/,
    code: /^(-[a-z]*[ep]|--eval(=.*)?|--print(=.*)?|--(import|loader|require)=data:.*)$/,
    valued: NODE_VALUED,
  },
  {
    names: /^(bun|bunx)$/,
    code: /^(-[ep]|--eval(=.*)?|--print(=.*)?)$/,
    valued: /^(-[rdlc]|--(preload|require|import|cwd|config|define|loader|conditions|env-file))$/,
  },
  {
    names: /^(python|pypy)[0-9.]*w?$/,
    code: /^-[A-Za-z]*c.*$/,
    valued: /^(-[WX]|--check-hash-based-pycs)$/,
  },
  { names: /^(sh|bash|zsh|dash|ksh|fish|ash)$/, code: /^-[a-z]*c$/, valued: /^[-+][oO]$/ },
  { names: /^cmd$/i, code: /^\/[ck]$/i, valued: NONE },
  {
    names: /^(powershell|pwsh)$/i,
    code: /^-(c|command|e|ec|enc|encodedcommand)$/i,
    valued: /^-(ep|ex|executionpolicy|w|windowstyle|version|wd|workingdirectory|config\w*)$/i,
  },
  { names: /^(perl|ruby)$/, code: /^-[A-Za-z]*[eE].*$/, valued: /^-[IrC]$/ },
  { names: /^php$/, code: /^-r.*$/, valued: /^-[dcz]$/ },
  {
    names: /^(npx|npm|pnpm|pnpx|yarn)$/,
    code: /^(-c|--call(=.*)?|--shell-mode|--script-shell(=.*)?|--node-options(=.*)?)$/,
    valued:
      /^(-[pwCF]|--(package|workspace|registry|cache|prefix|userconfig|globalconfig|loglevel|dir|cwd|filter|allow-build))$/,
  },
  {
    names: /^(uv|uvx)$/,
    code: /^(-c|--command(=.*)?)$/,
    valued:
      /^(-[pwifP]|--(with|with-editable|with-requirements|from|python|index|default-index|index-url|extra-index-url|find-links|directory|project|package|env-file|extra|group|constraints|overrides|cache-dir|config-file|refresh-package|upgrade-package))$/,
  },
];
const SUBCOMMANDS_WITH_CODE = new Map([['deno', ['eval']]]);

/** Words that make a runner run code from the command line instead of a file or package. */
export function inlineCodeWarnings(argv: readonly string[]): LaunchWarning[] {
  const warnings: LaunchWarning[] = [];
  const add = (text: string) => warnings.push({ code: 'inline_code', text });
  argv.forEach((word, index) => {
    const name = baseName(word);
    if (SUBCOMMANDS_WITH_CODE.get(name)?.includes(argv[index + 1] ?? '') === true) {
      add(`“${name} ${argv[index + 1]}” runs code that stands in the argument itself.`);
    }
    const interpreter = INTERPRETERS.find((entry) => entry.names.test(name));
    if (interpreter === undefined) return;
    const option = optionsAfter(argv, index, interpreter).find((text) =>
      interpreter.code.test(text),
    );
    if (option !== undefined) {
      add(`“${name} ${shorten(option)}” runs code that stands in the argument itself.`);
    }
  });
  if (argv.some((word, index) => index > 0 && /^data:[^,]*,/i.test(word))) {
    add('A data: address in the arguments is loaded as code.');
  }
  return [...warnings, ...containerWarnings(argv)];
}

/** The options that directly follow a program's name; what comes after its first plain word is not its own. */
function optionsAfter(argv: readonly string[], index: number, { valued }: Interpreter): string[] {
  const options: string[] = [];
  let subcommands = 0;
  for (let at = index + 1; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (!/^[-+]/.test(word) && !/^\/[A-Za-z]$/.test(word)) {
      subcommands += 1;
      if (subcommands === 1 && ['run', 'exec', 'dlx', 'tool', 'x'].includes(word)) continue;
      break;
    }
    // python -m: what follows is for the module.
    if (word === '-m') break;
    options.push(word);
    if (valued.test(word) && !argv[at + 1]?.startsWith('-')) at += 1;
  }
  return options;
}
