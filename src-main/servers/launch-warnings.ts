/** What a person should notice before saying yes; codes as in the contract's launch view. */
export interface LaunchWarning {
  readonly code:
    | 'inline_code'
    | 'privileged'
    | 'secret_in_argv'
    | 'secret_in_env'
    | 'secret_in_url'
    | 'plain_http'
    | 'not_found_on_path';
  readonly text: string;
}

/** Programs that run code from an argument, and the options by which they do. */
const INTERPRETERS: readonly { readonly names: RegExp; readonly options: RegExp }[] = [
  {
    names: /^(node|nodejs|tsx|ts-node)$/,
    options: /^(-[a-z]*[ep]|--eval(=.*)?|--print(=.*)?|--(import|loader|require)=data:.*)$/,
  },
  { names: /^(bun|bunx)$/, options: /^(-[ep]|--eval(=.*)?|--print(=.*)?)$/ },
  { names: /^(python|pypy)[0-9.]*w?$/, options: /^-[A-Za-z]*c.*$/ },
  { names: /^(sh|bash|zsh|dash|ksh|fish|ash)$/, options: /^-[a-z]*c$/ },
  { names: /^cmd$/i, options: /^\/[ck]$/i },
  { names: /^(powershell|pwsh)$/i, options: /^-(c|command|e|ec|enc|encodedcommand)$/i },
  { names: /^(perl|ruby)$/, options: /^-[A-Za-z]*[eE].*$/ },
  { names: /^php$/, options: /^-r.*$/ },
  { names: /^(npx|npm|pnpm|pnpx|yarn)$/, options: /^(-c|--call(=.*)?|--shell-mode)$/ },
  { names: /^(uv|uvx)$/, options: /^(-c|--command(=.*)?)$/ },
];
const SUBCOMMANDS_WITH_CODE = new Map([['deno', ['eval']]]);
/** Options of interpreters that take the next word as their value. */
const VALUE_OPTIONS = /^(-[rCWX]|--(require|import|loader|with|from|python|package|conditions))$/;

const baseName = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(exe|cmd|bat)$/i, '');

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
    const option = optionsAfter(argv, index).find((text) => interpreter.options.test(text));
    if (option !== undefined) {
      add(`“${name} ${shorten(option)}” runs code that stands in the argument itself.`);
    }
  });
  for (const [index, word] of argv.entries()) {
    if (/^data:/i.test(word) && index > 0) {
      add('A data: address in the arguments is loaded as code.');
      break;
    }
  }
  return [...warnings, ...containerWarnings(argv)];
}

/** The options that directly follow a program's name; what comes after its first plain word is not its own. */
function optionsAfter(argv: readonly string[], index: number): string[] {
  const options: string[] = [];
  for (let at = index + 1; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (!word.startsWith('-') && !/^\/[A-Za-z]$/.test(word)) {
      if (['run', 'exec', 'dlx', 'tool', 'x'].includes(word) && at === index + 1) continue;
      break;
    }
    // python -m: what follows is for the module.
    if (word === '-m') break;
    options.push(word);
    if (VALUE_OPTIONS.test(word)) at += 1;
  }
  return options;
}

const PRIVILEGED_FLAGS: readonly [RegExp, string][] = [
  [/^--privileged(=true)?$/, 'runs the container with full rights over this machine'],
  [/^--(pid|ipc|uts|userns|network|net)=host$/, 'shares the machine’s own namespaces'],
  [/^--cap-add(=.*)?$/, 'gives the container extra rights'],
  [/^--device(=.*)?$/, 'gives the container a device of this machine'],
  [/^--security-opt(=.*)?$/, 'loosens the container’s protection'],
];

function containerWarnings(argv: readonly string[]): LaunchWarning[] {
  if (!argv.some((word) => /^(docker|podman|nerdctl)$/.test(baseName(word)))) return [];
  const warnings: LaunchWarning[] = [];
  for (const [index, word] of argv.entries()) {
    for (const [flag, meaning] of PRIVILEGED_FLAGS) {
      if (flag.test(word)) warnings.push({ code: 'privileged', text: `“${word}” ${meaning}.` });
    }
    const next = argv[index + 1] ?? '';
    if (/^--(pid|ipc|uts|userns|network|net)$/.test(word) && next === 'host') {
      warnings.push({
        code: 'privileged',
        text: `“${word} host” shares the machine’s own namespaces.`,
      });
    }
    const mount = /^(-v|--volume|--mount)$/.test(word)
      ? next
      : (/^(?:-v|--volume=|--mount=)(.+)$/.exec(word)?.[1] ?? '');
    if (isWideMount(mount)) {
      warnings.push({
        code: 'privileged',
        text: `“${shorten(mount)}” opens a system folder or the container service itself to the container.`,
      });
    }
  }
  return warnings;
}

function isWideMount(mount: string): boolean {
  const source = mount.includes('=')
    ? (/(?:^|,)(?:source|src)=([^,]*)/.exec(mount)?.[1] ?? '')
    : (/^([A-Za-z]:[\\/][^:]*|[^:]*):/.exec(mount)?.[1] ?? '');
  return (
    source === '/' ||
    /^[A-Za-z]:[\\/]?$/.test(source) ||
    /docker\.sock$|podman\.sock$/.test(source) ||
    /^\/(etc|root|boot|dev|proc|sys|var|usr|home)\/?$/.test(source) ||
    source === '~' ||
    /^\$\{?HOME\}?\/?$/.test(source)
  );
}

const TOKEN =
  /\b(gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|sk-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z0-9]{12,}|AIza[\w-]{30,}|npm_[A-Za-z0-9]{30,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,})/;
const SECRET_NAME =
  /(^|[-_.])(token|secret|password|passwd|pwd|api[-_]?key|apikey|access[-_]?key|auth|bearer|credential)s?$/i;

/** Arguments that look like secret values: every program of this machine can read a process's arguments. */
export function secretInArgv(argv: readonly string[]): LaunchWarning[] {
  const warnings: LaunchWarning[] = [];
  const warn = (place: string) =>
    warnings.push({
      code: 'secret_in_argv',
      text: `${place} looks like a secret. Other programs can read arguments; store it and name it in env_keys instead.`,
    });
  argv.forEach((word, index) => {
    if (index === 0 || word.includes('${')) return;
    const assigned =
      /^-{1,2}([A-Za-z][\w.-]*)=(.+)$/.exec(word) ?? /^([A-Za-z_]\w*)=(.+)$/.exec(word);
    const previous = argv[index - 1] ?? '';
    if (TOKEN.test(word)) warn(`Argument ${index + 1}`);
    else if (assigned !== null && SECRET_NAME.test(assigned[1] ?? '')) warn(`“${assigned[1]}=…”`);
    else if (
      previous.startsWith('--') &&
      SECRET_NAME.test(previous.slice(2)) &&
      !word.startsWith('-')
    ) {
      warn(`The value of “${previous}”`);
    } else if (urlHoldsSecret(word)) warn(`The address in argument ${index + 1}`);
  });
  return warnings;
}

/** Plain variables that look like secret values: they stand readable in the registry. */
export const secretInEnv = (env: Readonly<Record<string, string>>): LaunchWarning[] =>
  Object.entries(env)
    .filter(
      ([name, value]) =>
        value !== '' && !value.includes('${') && (SECRET_NAME.test(name) || TOKEN.test(value)),
    )
    .map(([name]) => ({
      code: 'secret_in_env',
      text: `“${name}” looks like a secret and would stand readable in the registry. Store it and name it in env_keys instead.`,
    }));

/** What is worth saying about a remote address before it is contacted. */
export function urlWarnings(url: string): LaunchWarning[] {
  const warnings: LaunchWarning[] = [];
  if (urlHoldsSecret(url) || TOKEN.test(url)) {
    warnings.push({
      code: 'secret_in_url',
      text: 'The address holds what looks like a secret. Addresses end up in logs; use the auth setting instead.',
    });
  }
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol === 'http:' && !isLoopback(parsed.hostname)) {
    warnings.push({
      code: 'plain_http',
      text: `${parsed.host} is reached without encryption: others on the way can read and change everything.`,
    });
  }
  return warnings;
}

/** Whether a URL's host name is this machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d{1,3}){3}$/.test(hostname);

function urlHoldsSecret(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.password !== '' && !text.includes('${')) return true;
  return [...url.searchParams].some(
    ([name, value]) =>
      value !== '' &&
      !value.includes('${') &&
      (SECRET_NAME.test(name) || /^(key|sig|signature)$/i.test(name)),
  );
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
