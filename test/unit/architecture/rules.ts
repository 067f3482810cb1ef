/** The house's rules (docs: src-main/README.md) as functions from sources to sentences. */

export interface Source {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export const LAYERS = [
  'kernel',
  'secrets',
  'journal',
  'trust',
  'registry',
  'judgement',
  'servers',
  'catalog',
  'skills',
  'agents',
  'policy',
  'calls',
  'gateway',
  'interop',
  'api',
  'cli',
  'desktop',
] as const;

/** Folders of src-main that may import the contract. */
const CONTRACT_READERS = ['api', 'cli', 'desktop'];

const IMPORT =
  /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|import\s*\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm;

export function importsOf({ text }: Source): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function resolved(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const parts = path.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const layerOf = (path: string): number =>
  LAYERS.findIndex((layer) => path.startsWith(`src-main/${layer}/`));

/** A folder imports only from folders above it; renderer and preload only the contract. */
export function layerProblems(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier);
      const says = (why: string) => [`${source.path} imports ${specifier}: ${why}`];
      const inContract = target.startsWith('src-preload/contract');
      if (source.path.startsWith('src-renderer/') && target.startsWith('src-'))
        return target.startsWith('src-renderer/') || inContract
          ? []
          : says('the renderer imports only the contract');
      if (source.path.startsWith('src-preload/') && !specifier.startsWith('.'))
        return specifier === 'electron' || specifier === 'zod'
          ? []
          : says('a preload imports only the contract and electron');
      if (source.path.startsWith('src-preload/'))
        return target.startsWith('src-preload/') ? [] : says('a preload imports only the contract');
      const from = layerOf(source.path);
      if (from === -1) return [];
      const layer = LAYERS[from] ?? '';
      if (specifier === 'electron' && layer !== 'desktop')
        return says('only desktop/ imports electron');
      if (inContract)
        return CONTRACT_READERS.includes(layer) ? [] : says('only doors import the contract');
      if (!target.startsWith('src-main/')) return [];
      const to = layerOf(target);
      if (to === -1) return says('a folder does not import the files that compose it');
      return to > from ? says(`${LAYERS[to]} stands below ${layer}`) : [];
    }),
  );
}

const IO_NAME = /-(file|process|http|socket|db|worker|keychain)\.tsx?$/;
const IO_MODULES =
  /^(node:)?(fs|fs\/promises|child_process|net|http|https|http2|tls|dgram|sqlite|worker_threads)$|^(keytar|cross-spawn|shell-env|proper-lockfile|pino)$|^@modelcontextprotocol\/(client|server|sdk)\/(stdio|sse|streamableHttp)/;
const GLOBAL_FETCH = /(^|[^.\w])fetch\(/m;

/** I/O shows in the file name: a file that touches the outside says so at its end. */
export function ioNameProblems(sources: readonly Source[]): string[] {
  return sources
    .filter(
      ({ path }) =>
        path.startsWith('src-main/') &&
        !IO_NAME.test(path) &&
        layerOf(path) < LAYERS.indexOf('desktop'),
    )
    .flatMap((source) => [
      ...valueImports(source)
        .filter((specifier) => IO_MODULES.test(specifier))
        .map((specifier) => `${source.path} uses ${specifier}: its name must say so`),
      ...(GLOBAL_FETCH.test(withoutComments(source.text))
        ? [`${source.path} uses fetch: its name must say so`]
        : []),
    ]);
}

/** `import type` touches nothing. */
const valueImports = (source: Source): string[] =>
  importsOf({ ...source, text: source.text.replace(/import type [^;]*;/g, '') });

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

interface OneDoor {
  readonly what: string;
  readonly pattern: RegExp;
  readonly doors: readonly string[];
}

/** One door per danger. A pattern found outside its doors is a second door. */
export const ONE_DOOR: readonly OneDoor[] = [
  {
    what: 'tools are called only by the call path',
    pattern: /\blink\.callTool\(/,
    doors: ['src-main/calls/create-call-tool.ts'],
  },
  {
    what: 'programs are started only by the two spawners, and processes looked at by their own files',
    pattern: /from '(node:child_process|cross-spawn)'/,
    doors: [
      'src-main/servers/stdio-process.ts',
      'src-main/servers/tool-process.ts',
      'src-main/servers/process-tree-process.ts',
      'src-main/kernel/process-identity-process.ts',
      // Our own program only, for a client that finds no owner.
      'src-main/cli/connect/start-serve-process.ts',
    ],
  },
  {
    what: "the SDK's own spawner is never used",
    pattern: /StdioClientTransport|@modelcontextprotocol\/client\/stdio/,
    doors: [],
  },
  {
    what: 'the registry is written only through registry-file',
    pattern: /import \{[^}]*\bwithRegistryFile\b[^}]*\}/,
    doors: ['src-main/registry/open-registry.ts'],
  },
  {
    what: 'only registry-file names the registry as a file to write',
    pattern: /replaceFile\(\{[^}]*paths\.registry/,
    doors: [],
  },
  {
    what: 'requests from outside reach the handlers only through serve',
    pattern: /\bcreateHandlers\(/,
    doors: ['src-main/compose.ts'],
  },
  {
    what: 'the admin door and the gateway door are the only HTTP servers',
    pattern: /\bcreateServer\(/,
    doors: ['src-main/api/admin-socket.ts', 'src-main/gateway/loopback-http.ts'],
  },
  {
    what: 'windows are answered only in one place',
    pattern: /ipcMain\.(handle|on)\(/,
    doors: ['src-main/desktop/ipc.ts'],
  },
  {
    what: 'trust.db is opened only by trust/',
    pattern: /openDatabase\([^)]*trust/i,
    doors: ['src-main/trust/trust-db.ts'],
  },
];

export function oneDoorProblems(sources: readonly Source[]): string[] {
  return ONE_DOOR.flatMap(({ what, pattern, doors }) =>
    sources
      .filter(
        ({ path, text }) =>
          path.startsWith('src-') && !doors.includes(path) && pattern.test(withoutComments(text)),
      )
      .map(({ path }) => `${path}: ${what}`),
  );
}

export const LINES_MAX = 300;
const BANNED_NAME = /(manager|helper|util|impl|handler2)/i;

/** Files fit on a few screens and are named for what they hold. */
export function fileProblems(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => [
    ...(text.split('\n').length > LINES_MAX + 1
      ? [`${path} has more than ${LINES_MAX} lines`]
      : []),
    ...(BANNED_NAME.test(path.split('/').at(-1) ?? '')
      ? [`${path}: its name does not say what it is`]
      : []),
  ]);
}
