import { holdsSecret } from './secret-patterns.ts';

const SUBCOMMANDS = new Set(['run', 'dlx', 'exec', 'x', 'tool', 'start', '/c', 'npx', 'uvx']);
/** Flags of the common runners whose value is the next word, and no name for a server. */
const VALUE_FLAGS =
  /^(?:-e|-v|-p|-u|-w|-c|--env|--env-file|--volume|--mount|--publish|--name|--network|--workdir|--user|--from|--with|--directory|--project|--package|--python|--import|--loader|--require|-r)$/;
const RUNNER_NAME =
  /^(?:npx|npm|node|uvx?|pipx|python3?|docker|podman|deno|bunx?|pnpm|yarn|cmd|sh|bash)$/;

/** A name for a server that has none: its package, script or program. */
export function nameFromArgv(argv: readonly string[]): string {
  const program = stem(argv[0] ?? '');
  if (!RUNNER_NAME.test(program)) return program || 'server';
  let skip = false;
  for (const word of argv.slice(1)) {
    const isValue = skip;
    skip = VALUE_FLAGS.test(word);
    if (isValue || word.startsWith('-') || SUBCOMMANDS.has(word)) continue;
    if (!/^[\w@./:\\~+-]{1,200}$/.test(word) || holdsSecret(word)) continue;
    const name = stem(word);
    if (name !== '') return name;
  }
  return program;
}

/** `@scope/files@1.2` -> `files`; `/srv/tool.js` -> `tool`; `ghcr.io/a/b:1` -> `b`. */
const stem = (word: string): string =>
  (
    word
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  )
    .replace(/^(?:npm|jsr):/, '')
    .replace(/^@+/, '')
    .replace(/[@:].*$/, '')
    .replace(/\.(?:exe|cmd|bat|[cm]?[jt]s|py|git)$/i, '');

/** `https://mcp.example.com/mcp` -> `example`. */
export function nameFromUrl(url: string): string {
  const host = /^https?:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(url)?.[1] ?? '';
  if (/^[\d.]+$/.test(host)) return host;
  const labels = host.split('.').filter((label) => !/^(?:mcp|www|api)$/i.test(label));
  const name = labels[0] ?? '';
  return name === '' || holdsSecret(name) ? 'server' : name;
}
