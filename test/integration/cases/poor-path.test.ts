import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRequest } from '../cli/admin-request.ts';
import { field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NODE = join(root, 'node_modules/.bin/node');
const server = join(root, 'test/fixtures/servers/echo-launch.mjs');
/** What an app gets that is started from the Dock. */
const POOR = '/usr/bin:/bin:/usr/sbin:/sbin';

let place = '';
/** The person's home folder, and one that only their login shell puts on the PATH. */
let person = '';
let tools = '';
let home: GatewayHome;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'gatehouse-poor-'));
  person = join(place, 'person');
  tools = join(place, 'only in a terminal');
  mkdirSync(person);
});
afterEach(async () => {
  await home.close();
  rmSync(place, { recursive: true, force: true });
});

function program(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

/** A runner that serves MCP itself. */
const servingRunner = (path: string) => program(path, `exec "${NODE}" "${server}" "$@"`);

/** Starts from a poor PATH, with a login shell that is this script; it is asked its question in $2. */
function startedFromDock(shell: string): GatewayHome {
  const path = program(join(place, 'shell'), shell);
  home = new GatewayHome({ PATH: POOR, SHELL: path, HOME: person });
  return home;
}

const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));
const launchOf = async (id: string) => JSON.parse(textOf(await home.json(['call', id, 'launch'])));

const answersWell = () => `PATH="${tools}:$PATH"; export PATH; eval "$2"`;

describe('SPAWN-01 commands are found as in a terminal, although the app was started without its PATH', () => {
  test('SPAWN-01 npx that only a noisy login shell knows is found, and so is what it starts by name itself', async () => {
    const noise = "echo 'Welcome back!'; echo PATH=/nowhere; printf 'no line end'";
    startedFromDock(`${noise}; ${answersWell()}; echo 'Bye'; exit 3`);
    program(join(tools, 'npx'), 'exec uv-of-the-person "$@"');
    servingRunner(join(tools, 'uv-of-the-person'));
    program(join(tools, 'uvx'), 'exec npx "$@"');
    await home.add('packaged', ['npx', '-y', '@nowhere.example/pkg']);
    await home.add('python', ['uvx', 'pkg']);
    await home.json(['probe']);
    await home.agent('worker', 'mcp:\n  online_tool: {packaged: ["*"], python: ["*"]}\n');
    await home.serve();
    const { token } = await home.token('worker');
    const answer = await home.callByHand(token, 'packaged__launch', '{}');
    expect(JSON.parse(textOf(field(answer, 'result'))).argv).toEqual([
      '-y',
      '@nowhere.example/pkg',
    ]);
    expect((await launchOf('python')).argv).toEqual(['pkg']);
  });

  test('SPAWN-01 one process asks the login shell once, for all servers', async () => {
    const notes = join(place, 'asked');
    startedFromDock(`echo "$1" >> "${notes}"; ${answersWell()}`);
    servingRunner(join(tools, 'uvx'));
    await home.add('a', ['uvx', 'a']);
    await home.add('b', ['uvx', 'b']);
    writeFileSync(notes, '');
    await home.serve();
    await Promise.all(['a', 'b'].map((id) => home.json(['server', 'connect', id])));
    await home.json(['server', 'disconnect', 'a']);
    await home.json(['server', 'connect', 'a']);
    expect(readFileSync(notes, 'utf8')).toBe('-ilc\n');
  });

  test.each([
    ['hangs', 'sleep 60 & wait'],
    ['answers and then hangs', 'eval "$2 &"; wait; sleep 60'],
    ['prints garbage', 'head -c 3000000 /dev/urandom'],
    ['prints a text without end', 'cat /dev/zero'],
    ['ends at once with an error', 'exit 7'],
    ['is replaced by its rc file', 'exec cat'],
  ])(
    'SPAWN-01 a login shell that %s costs at most its time limit, and the usual folders are searched',
    async (_what, shell) => {
      startedFromDock(shell);
      servingRunner(join(person, '.local/bin/uvx'));
      const began = performance.now();
      await home.add('tool', ['uvx', 'pkg']);
      expect((await launchOf('tool')).argv).toEqual(['pkg']);
      // Four commands of one process each, at 5 s for the shell.
      expect(performance.now() - began).toBeLessThan(4 * 7_000);
    },
    40_000,
  );

  test('SPAWN-01 an answer that comes after much text, or from a shell that leaves a program running, counts', async () => {
    startedFromDock(
      `head -c 20000000 /dev/zero | tr '\\0' 'x'; sleep 30 & ${answersWell()}; exit 0`,
    );
    servingRunner(join(tools, 'uvx'));
    await home.serve();
    const began = performance.now();
    await home.add('tool', ['uvx', 'pkg']);
    expect((await launchOf('tool')).argv).toEqual(['pkg']);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('SPAWN-01 an interactive shell that fails is asked again without its interactive files', async () => {
    startedFromDock(`[ "$1" = -ilc ] && exit 1; ${answersWell()}`);
    servingRunner(join(tools, 'uvx'));
    await home.add('tool', ['uvx', 'pkg']);
    expect((await launchOf('tool')).argv).toEqual(['pkg']);
  });

  test('SPAWN-01 the folders of the usual tools are searched when the shell does not name them', async () => {
    startedFromDock('exit 1');
    const places: Readonly<Record<string, string>> = {
      uv: '.cargo/bin',
      uvx: '.local/bin',
      deno: '.deno/bin',
      bun: '.bun/bin',
      bunx: '.local/share/mise/shims',
      pnpm: '.local/share/pnpm',
      yarn: '.volta/bin',
      python: '.asdf/shims',
      docker: '.nvm/versions/node/v20.11.0/bin',
      podman: '.local/share/fnm/node-versions/v22.1.0/installation/bin',
    };
    for (const [name, folder] of Object.entries(places)) servingRunner(join(person, folder, name));
    // What is the newest is not what the person chose.
    mkdirSync(join(person, '.nvm/versions/node/v22.0.0/bin'), { recursive: true });
    mkdirSync(join(person, '.nvm/alias'));
    writeFileSync(join(person, '.nvm/alias/default'), '20\n');
    await home.serve();
    for (const [name, folder] of Object.entries(places)) {
      const registration = { transport: 'stdio', command_argv: [name, 'pkg'] };
      const { body } = await adminRequest(home, 'POST', '/preview', { id: name, registration });
      expect(field(body, 'executable')).toBe(join(person, folder, name));
    }
    await home.add('tool', ['docker', 'pkg']);
    expect((await launchOf('tool')).argv).toEqual(['pkg']);
  });

  test('SPAWN-01 a command that is nowhere is one error at once, with its name and the folders searched', async () => {
    startedFromDock(answersWell());
    const shown = await home.json(['server', 'add', 'gone', '--', 'uvx', 'pkg'], 4);
    expect(JSON.stringify(field(shown, 'warnings'))).toContain('uvx');
    const hash = String(field(shown, 'launch_hash'));
    await home.json(['server', 'add', 'gone', '--confirm', hash, '--', 'uvx', 'pkg']);
    await home.serve();
    const began = performance.now();
    const ended = await home.run(['server', 'connect', 'gone']);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(ended.code).toBe(5);
    expect(ended.stderr.match(/was not found/g)).toHaveLength(1);
    for (const part of ['command_not_found', 'uvx', '/usr/bin', tools, `${person}/.local/bin`])
      expect(ended.stderr).toContain(part);
    const state = field(await home.json(['server', 'show', 'gone']), 'connection');
    expect(JSON.stringify(state)).toContain('command_not_found');
    expect(JSON.stringify(state)).toContain(tools);
  });
});
