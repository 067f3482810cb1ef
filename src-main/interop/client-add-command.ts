import { EMPTY_DRAFT, type ServerDraft, transportOfUrl } from './server-draft.ts';

/** What a client's own "add a server" command says. */
export type AddCommand =
  | { readonly kind: 'json'; readonly name: string; readonly text: string }
  | { readonly kind: 'draft'; readonly draft: ServerDraft }
  | { readonly kind: 'unclear'; readonly reason: string };

/** Understands `claude mcp add …` and its kin, `code --add-mcp …` and our own `server add …`. */
export function readAddCommand(words: readonly string[]): AddCommand | undefined {
  const program = (words[0] ?? '').split(/[\\/]/).at(-1) ?? '';
  const json = words.indexOf('--add-mcp');
  if (json !== -1 && /^(?:code|code-insiders|codium|cursor)(?:\.exe|\.cmd)?$/.test(program)) {
    return { kind: 'json', name: '', text: words[json + 1] ?? '' };
  }
  if (words[1] === 'mcp' && words[2] === 'add-json') {
    const [name = '', text = ''] = words
      .slice(3)
      .filter((word, at, all) => !isScope(word, all[at - 1]));
    return { kind: 'json', name, text };
  }
  if (words[1] === 'mcp' && words[2] === 'add') return readOptions(words.slice(3));
  const own = program === 'gatehouse' && words[1] === 'server' && words[2] === 'add';
  return own ? readOptions(words.slice(3)) : undefined;
}

const isScope = (word: string, before: string | undefined): boolean =>
  /^(?:-s|--scope)$/.test(word) || /^(?:-s|--scope)$/.test(before ?? '');

interface Options {
  transport: string;
  url: string;
  cwd: string;
  title: string;
  bearer: string;
  env: Map<string, string>;
  env_keys: string[];
  headers: Map<string, string>;
  left: string[];
}

function readOptions(words: readonly string[]): AddCommand {
  const options: Options = {
    ...{ transport: '', url: '', cwd: '', title: '', bearer: '' },
    ...{ env: new Map(), env_keys: [], headers: new Map(), left: [] },
  };
  const plain: string[] = [];
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    const isCommand = plain.length > 1 && !/^https?:/i.test(plain[1] ?? '');
    if (word === '--' && !isCommand) {
      plain.push(...words.slice(at + 1));
      break;
    }
    if (isCommand || !word.startsWith('-')) {
      plain.push(word);
      at += 1;
      continue;
    }
    at += readOption(words, at, options);
  }
  const [name, ...rest] = plain;
  if (name === undefined) return { kind: 'unclear', reason: 'the command names no server' };
  return { kind: 'draft', draft: draftFrom(name, rest, options) };
}

/** Takes the option at `at`; returns how many words it used. */
function readOption(words: readonly string[], at: number, options: Options): number {
  const [, flag = '', joined] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(words[at] ?? '') ?? [];
  const value = joined ?? words[at + 1] ?? '';
  const used = joined === undefined ? 2 : 1;
  switch (flag) {
    case '-e':
    case '--env': {
      const first = at + used - 1;
      // Some clients let several pairs follow one -e.
      let next = first + 1;
      setPair(joined ?? words[first] ?? '', /=/, options.env);
      while (/^[A-Za-z_]\w*=/.test(words[next] ?? '')) {
        setPair(words[next] ?? '', /=/, options.env);
        next += 1;
      }
      return Math.max(next - at, 1);
    }
    case '-H':
    case '--header':
      setPair(value, /:\s*/, options.headers);
      return used;
    case '-t':
    case '--transport':
      options.transport = value;
      return used;
    case '--url':
    case '--http':
    case '--sse':
      options.url = value;
      if (flag !== '--url') options.transport = flag.slice(2);
      return used;
    case '--cwd':
      options.cwd = value;
      return used;
    case '--name':
      options.title = value;
      return used;
    case '--env-key':
      options.env_keys.push(value);
      return used;
    case '--bearer-token-env-var':
      options.bearer = value;
      return used;
    case '-s':
    case '--scope':
    case '--confirm':
      return used;
    case '--timeout':
    case '--description':
    case '--include-tools':
    case '--exclude-tools':
    case '--client-id':
    case '--client-secret':
    case '--callback-port':
      options.left.push(flag);
      return used;
    default:
      options.left.push(flag || 'an option');
      return 1;
  }
}

function setPair(text: string, sign: RegExp, into: Map<string, string>): void {
  const at = text.search(sign);
  const width = sign.exec(text)?.[0].length ?? 0;
  if (at > 0) into.set(text.slice(0, at), text.slice(at + width));
}

function draftFrom(name: string, rest: readonly string[], options: Options): ServerDraft {
  const wanted = options.transport.toLowerCase().replace(/[-_]/g, '');
  const isAddress =
    options.url !== '' || (wanted !== 'stdio' && /^https?:\/\//i.test(rest[0] ?? ''));
  const url = options.url || (rest[0] ?? '');
  const left = [...options.left];
  if (isAddress && options.env.size + options.env_keys.length > 0) {
    left.push('env (the server is reached by its url)');
  }
  if (isAddress && options.cwd !== '') left.push('cwd (the server is reached by its url)');
  if (!isAddress && options.headers.size > 0) {
    left.push('headers (the server is started by a command)');
  }
  const base = { ...EMPTY_DRAFT, name, title: options.title, not_imported: left };
  if (!isAddress) {
    return {
      ...base,
      argv: rest,
      cwd: options.cwd,
      env: options.env,
      env_keys: options.env_keys,
    };
  }
  return {
    ...base,
    transport: wanted === 'sse' ? 'sse' : wanted === '' ? transportOfUrl(url) : 'http',
    url,
    headers: options.headers,
    bearer_env: options.bearer,
  };
}
