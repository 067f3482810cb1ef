import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { field, list } from '../cli/gatehouse-home.ts';
import { worded } from '../connect/connect-home.ts';
import { type CallOptions, connectLaunch, type PeerClient } from './clients.ts';
import { NODE, type PeersHome, peerFile } from './peers-home.ts';

/** The words that tell the Inspector where the gateway is: its address, or the command to start. */
type Door = (home: PeersHome, token: string) => readonly string[];

export const overHttp: Door = ({ url }, token) => [
  ...[url, '--transport', 'http', '--header', `Authorization: Bearer ${token}`],
  ...['--protocol-era', 'legacy'],
];
export const overConnect: Door = (home, token) => {
  const { command, args, env } = connectLaunch(home, token);
  const pairs = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  return [...pairs, '--protocol-era', 'modern', command, ...args];
};

/** One run of the Inspector's command line: what it prints. Exit code 5 is a tool's own error. */
export function inspect(
  home: PeersHome,
  words: readonly string[],
  { signal, timeout }: CallOptions = {},
): Promise<unknown> {
  const program = peerFile('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const always = ['--cli', '--format', 'json', '--quiet', '--stored-auth-only'];
  always.push('--connect-timeout', '45000'); // it starts processes, on a machine that is busy with tests
  const child = spawn(NODE, [program, ...always, ...words], {
    env: { PATH: process.env['PATH'] ?? '', HOME: join(home.folder, 'inspector') },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
    ...(timeout === undefined ? {} : { timeout }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, by) => {
      if (code === 0 || code === 5) resolve(field(JSON.parse(stdout), 'result'));
      else reject(new Error(`The Inspector ended with ${code ?? by}: ${stderr}`));
    });
  });
}

/** The Inspector as a client: a process for each request, and giving up is ending it. */
export const inspector =
  (door: Door) =>
  async (home: PeersHome, token: string): Promise<PeerClient> => {
    const target = door(home, token);
    const run = (words: readonly string[], options?: CallOptions) =>
      inspect(home, [...words, ...target], options);
    return {
      list: async () =>
        list(field(await run(['--method', 'tools/list']), 'tools')).map((tool) =>
          String(field(tool, 'name')),
        ),
      call: async (name, tag, options) => {
        const args = ['--tool-name', name, '--tool-args-json', JSON.stringify({ tag })];
        return worded(await run(['--method', 'tools/call', ...args], options));
      },
      close: async () => undefined,
    };
  };
