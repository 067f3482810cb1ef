import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import { Registration } from '../../../src-main/registry/registration.ts';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import { openChildren } from '../../../src-main/servers/children-file.ts';
import { openStdio } from '../../../src-main/servers/connect-stdio.ts';
import { StderrLog } from '../../../src-main/servers/stderr-log.ts';

// A process that owns three servers until it is killed. Its argument is the test's folder.
const folder = process.argv[2] ?? '';
const paths = homePaths(join(folder, 'home'));
mkdirSync(paths.state, { recursive: true });
const silent = () => undefined;
const children = openChildren(paths, { debug: silent, info: silent, warn: silent, error: silent });
const fixture = join(import.meta.dirname, '../../fixtures/servers/stubborn.mjs');

for (const [id, ...more] of [['group'], ['moved', '--setsid'], ['wrapped', '--wrapper']]) {
  const argv = [process.execPath, fixture, `--notes=${join(folder, 'notes')}`, ...more];
  const opened = await openStdio({
    server_id: id ?? '',
    registration: Registration.parse({ transport: 'stdio', command_argv: argv }),
    plan: {
      file: process.execPath,
      argv0: process.execPath,
      args: argv.slice(1),
      cwd: folder,
      env: {},
      verbatim: false,
    },
    children,
    stderr: new StderrLog(createRedactor(), silent),
    onSign: silent,
    lastSign: () => 0,
    guard: (_method, ask) => ask(),
    onEnded: silent,
    client_version: '0',
    silence_ms: 3_000,
    skip_probe: false,
    signal: new AbortController().signal,
    message_max_bytes: 1_000_000,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
}
process.send?.('ready');
setInterval(silent, 1_000);
