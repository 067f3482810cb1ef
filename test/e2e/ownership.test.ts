import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { standInFolder } from '../electron-host/launch.ts';
import {
  type Computer,
  freshComputer,
  launchGatehouse,
  ownerTraces,
  processesOf,
  repository,
  type TestApp,
  windowFacts,
} from './launch-app.ts';
import { addFilesServer } from './ready-server.ts';
import { until } from './until.ts';

const realElectron = process.env['GATEHOUSE_REAL_ELECTRON'] === '1';
let computer: Computer | undefined;
let gatehouse: TestApp | undefined;
const children: ChildProcess[] = [];

afterEach(async () => {
  await gatehouse?.close();
  gatehouse = undefined;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  computer?.remove();
  computer = undefined;
});

/** A process of its own on the same computer, with what it has printed so far. */
function start(command: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  return { ended, output: () => text };
}

const startServe = ({ env }: Computer) =>
  start(
    join(repository, 'node_modules', '.bin', 'node'),
    [join(repository, 'out', 'main', 'cli.js'), 'serve'],
    env,
  );

/** The app as a person starts it a second time, without Playwright. */
const startApp = ({ env }: Computer, args: readonly string[] = []) =>
  start(join(standInFolder, 'electron'), [repository, ...args], env);

const owner = ({ main }: TestApp) =>
  main.evaluate(async () => {
    const answer = await window.gatehouse.request['status/show']({});
    return answer.ok ? answer.value.owner : answer.failure;
  });

describe('taking over', () => {
  test('a running serve hands the home to the app and ends', async () => {
    computer = freshComputer();
    const serve = startServe(computer);
    await until(serve.output).toContain('admin.sock');
    gatehouse = await launchGatehouse(computer);
    expect(await owner(gatehouse)).toMatchObject({ kind: 'desktop' });
    expect(await serve.ended).toBe(0);
    expect(serve.output()).toContain('Handing over to desktop');
  });
});

describe('quitting', () => {
  test('leaves no owner, no socket and no child, also when a server ignores the polite end', async () => {
    computer = freshComputer();
    gatehouse = await launchGatehouse(computer);
    await addFilesServer(gatehouse);
    const stubborn = join(computer.files, 'stubborn.mjs');
    writeFileSync(stubborn, "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);\n");
    await gatehouse.main.evaluate(async (script) => {
      const { request } = window.gatehouse;
      const registration = { transport: 'stdio' as const, command_argv: ['node', script] };
      const launch = await request['server/preview']({ id: 'stubborn', registration });
      if (!launch.ok) throw new Error(launch.failure.message);
      const confirm = launch.value.launch_hash;
      await request['server/add']({ id: 'stubborn', registration, confirm });
      await request['server/connect']({ id: 'files' });
      void request['server/connect']({ id: 'stubborn' });
    }, stubborn);
    const here = computer;
    const running = () => processesOf(here).filter((line) => /^\d+ \S*node \S+\.m?js/.test(line));
    await until(() => running().join('\n')).toContain('stubborn.mjs');
    expect(running().join('\n')).toContain('server-filesystem');
    expect(ownerTraces(computer)).toEqual(['owner.json', 'admin.sock']);
    const began = Date.now();
    await gatehouse.close();
    gatehouse = undefined;
    expect(Date.now() - began).toBeLessThan(9000);
    expect(ownerTraces(computer)).toEqual([]);
    await until(() => processesOf(here)).toEqual([]);
  });
});

describe.skipIf(realElectron)('starting twice', () => {
  test('brings up the window of the first app, and ends', async () => {
    computer = freshComputer();
    gatehouse = await launchGatehouse(computer);
    const { app, main } = gatehouse;
    await main.evaluate(() =>
      window.gatehouse.request['settings/set']({ changes: { close_to_tray: 'yes' } }),
    );
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows())
        if (window.webContents.getURL().includes('index.html')) window.close();
    });
    await until(async () => (await windowFacts(app, 'index'))?.visible).toBe(false);
    const second = startApp(computer);
    expect(await second.ended).toBe(0);
    await until(async () => (await windowFacts(app, 'index'))?.visible).toBe(true);
    expect((await windowFacts(app, 'index'))?.focused).toBe(true);
  });

  test('says who owns the home when another app has it under another profile', async () => {
    computer = freshComputer();
    gatehouse = await launchGatehouse(computer);
    const second = startApp(computer, [`--user-data-dir=${join(computer.folder, 'other')}`]);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('Gatehouse cannot start');
    expect(second.output()).toContain('already owns');
    expect(await owner(gatehouse)).toMatchObject({ kind: 'desktop' });
  });

  test('with a home that cannot be used says why, and what to do', async () => {
    computer = freshComputer();
    const file = join(computer.folder, 'a-file');
    writeFileSync(file, '');
    const failed = startApp({ ...computer, env: { ...computer.env, GATEHOUSE_HOME: file } });
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toContain('is a file, not a folder');
    expect(failed.output()).toContain('Move it away');
  });
});
