import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { standInFolder } from '../../electron-host/launch.ts';
import { fixtureApp, freshHome, startFixture } from './running-fixture.ts';

const doomedWorker = fileURLToPath(new URL('doomed-worker.ts', import.meta.url));
const executable = join(standInFolder, 'electron');
let home: ReturnType<typeof freshHome> | undefined;
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  if (home) await expect.poll(profiles).toEqual([]);
  home?.remove();
  home = undefined;
});

/** The app without Playwright, as `electron .` would start it. */
function start(args: readonly string[] = [], env: Record<string, string> = {}, app = fixtureApp) {
  home ??= freshHome();
  const child = spawn(executable, [app, ...args], { env: { ...process.env, ...home.env, ...env } });
  children.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  return { child, ended, output: () => text };
}

/** Throw-away profile folders of this test's hosts (its TMPDIR is the home folder). */
const profiles = () => readdirSync(home?.folder ?? '').filter((name) => name.startsWith('ehost-'));

/** Processes whose command line names this test's home: host, keeper, Chromium and its helpers. */
function processes(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandOf(Number(pid)).includes(`${home?.folder}/ehost-`));
}

/** The command line of a process; '' once it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe('ending', () => {
  test('quit asks in order, then leaves no process and no profile', async () => {
    const { child, ended, output } = start();
    await expect.poll(output, { timeout: 15_000 }).toContain('event ready');
    expect(profiles()).toHaveLength(1);
    expect(processes().length).toBeGreaterThan(2);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const events = output().match(/event [a-z-]+/g);
    expect(events).toEqual(['event ready', 'event before-quit', 'event will-quit', 'event quit']);
    expect(profiles()).toEqual([]);
    expect(processes()).toEqual([]);
  });

  test('a killed host leaves no process and no profile either', async () => {
    const { child, ended, output } = start();
    await expect.poll(output, { timeout: 15_000 }).toContain('event ready');
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await expect.poll(profiles, { timeout: 5000 }).toEqual([]);
    await expect.poll(processes, { timeout: 5000 }).toEqual([]);
  });

  test.each(['quits when asked', 'refuses to quit'])(
    'the host ends within 3 seconds of a worker that was killed; an app that %s',
    async (manner) => {
      home = freshHome();
      const worker = spawn(process.execPath, [doomedWorker, manner], {
        env: { ...process.env, ...home.env },
      });
      children.push(worker);
      let text = '';
      worker.stdout.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      await expect.poll(() => text, { timeout: 20_000 }).toMatch(/host \d+\n/);
      const host = Number(/host (\d+)/.exec(text)?.[1]);
      expect(commandOf(host)).toContain('boot.ts');
      worker.kill('SIGKILL');
      try {
        await expect.poll(() => [commandOf(host), ...processes()], { timeout: 3000 }).toEqual(['']);
      } finally {
        if (commandOf(host) !== '') process.kill(host, 'SIGKILL');
      }
    },
  );

  test('an app that throws while loading says so and exits 1', async () => {
    home = freshHome();
    const main = join(home.folder, 'broken.mjs');
    writeFileSync(main, "import { app } from 'electron';\napp.nothingLikeIt();\n");
    const { ended, output } = start([], {}, main);
    expect(await ended).toBe(1);
    expect(output()).toContain('App threw an error during load');
    expect(output()).toContain('ElectronHostError: app.nothingLikeIt is not modelled');
  });

  test('Chromium that ends by itself ends the app with a message', async () => {
    const { ended, output } = start();
    await expect.poll(output, { timeout: 15_000 }).toContain('event ready');
    const browser = processes().find((pid) => {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return !command.startsWith('/bin/sh') && !command.includes('--type=');
    });
    process.kill(Number(browser), 'SIGKILL');
    expect(await ended).toBe(70);
    expect(output()).toContain('Chromium ended unexpectedly.');
  });

  test('a missing Chromium is a clear error', async () => {
    const { ended, output } = start([], { EHOST_CHROMIUM: '/no/such/chromium' });
    expect(await ended).not.toBe(0);
    expect(output()).toContain('Chromium did not start');
  });
});

describe('several processes', () => {
  test('a second instance hands its arguments to the first and ends', async () => {
    const fixture = await startFixture();
    home = { folder: fixture.home, env: homeEnv(fixture.home), remove: () => {} };
    const second = start(['--from-second']);
    expect(await second.ended).toBe(0);
    expect(second.output()).toContain('another instance runs');
    const seen = () => fixture.app.evaluate(() => globalThis.seen);
    const told = await expect
      .poll(async () => (await seen()).find(([name]) => name === 'second-instance'))
      .toBeDefined()
      .then(async () => (await seen()).find(([name]) => name === 'second-instance'));
    expect(told?.[1]).toContain('--from-second');
    expect(told?.[2]).toBe(process.cwd());
    expect(told?.[3]).toHaveProperty('from', second.child.pid);
    await fixture.stop();
    home = undefined;
  });

  test('the lock of a dead instance is taken over', async () => {
    const first = start();
    await expect.poll(first.output, { timeout: 15_000 }).toContain('event ready');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start();
    await expect.poll(second.output, { timeout: 15_000 }).toContain('event ready');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });
});

test('ELECTRON_RUN_AS_NODE runs plain Node 24', async () => {
  home = freshHome();
  const script = join(home.folder, 'version.cjs');
  writeFileSync(script, 'console.log(process.version, typeof process.versions.electron);\n');
  const { ended, output } = start([], { ELECTRON_RUN_AS_NODE: '1' }, script);
  expect(await ended).toBe(0);
  expect(output()).toMatch(/^v24\..* undefined\n$/);
  rmSync(script);
});

function homeEnv(folder: string) {
  return { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), TMPDIR: folder };
}
