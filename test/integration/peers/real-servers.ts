import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium } from '../../electron-host/chromium.ts';
import { type Entry, peerFile } from './peers-home.ts';

const resolve = createRequire(import.meta.url).resolve;
const ours = (name: string, file: string) =>
  join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), file);

const stdio = (argv: readonly string[], more: Entry = {}): Entry => ({
  transport: 'stdio',
  command_argv: ['node', ...argv],
  ...more,
});

/** Servers that people use, as they are on npm, all working below `folder`. */
export const realServers = (folder: string): Readonly<Record<string, Entry>> => ({
  everything: stdio([ours('server-everything', 'dist/index.js')]),
  files: stdio([ours('server-filesystem', 'dist/index.js'), folder]),
  memory: stdio([ours('server-memory', 'dist/index.js')], {
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
  }),
  sqlite: stdio([peerFile('mcp-server-sqlite-npx', 'dist/index.js'), join(folder, 'data.db')], {
    tool_risk_overrides: { write_query: 'medium', create_table: 'medium' },
  }),
  git: stdio([peerFile('@cyanheads/git-mcp-server', 'dist/index.js')], {
    env: { MCP_LOG_LEVEL: 'error', LOGS_DIR: join(folder, 'logs') },
  }),
  browser: stdio(
    [
      peerFile('@playwright/mcp', 'cli.js'),
      ...['--headless', '--no-sandbox', '--isolated', '--executable-path', findChromium()],
    ],
    { tool_risk_overrides: { browser_navigate: 'medium' } },
  ),
  context7: stdio([peerFile('@upstash/context7-mcp', 'dist/index.js')]),
});

/** A repository with one commit, and a file that is not in it. */
export function makeRepository(folder: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch=trunk');
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.invalid'];
  git(...who, 'commit', '--quiet', '--allow-empty', '--message', 'Begin');
}
