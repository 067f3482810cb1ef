import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const dev = fileURLToPath(new URL('../../../.dev', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'commands-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

function start(command: string, args: readonly string[], { env, input, onOutput }: Started = {}) {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env } });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    output += more;
    onOutput?.(output, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    errors += more;
  });
  child.stdin.end(input);
  return new Promise<{ output: string; errors: string; code: number | string | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ output, errors, code: code ?? signal })),
  );
}

const node = (args: readonly string[], options?: Started) => start(process.execPath, args, options);

/** Runs a few lines that use one of the scripts' own modules. */
const lines = (module: string, code: string, options?: Started) =>
  node(
    ['--input-type=module', '-e', `import * as it from '${dev}/lib/${module}';\n${code}`],
    options,
  );

function isAlive(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !readFileSync(status, 'utf8').includes('State:\tZ');
}

describe('running a step', () => {
  test('a step that takes too long ends with all its children', async () => {
    const shell = 'trap "" TERM; sleep 60 & echo $!; wait; sleep 60';
    const { output } = await lines(
      'run.mjs',
      `console.log(await it.run('sh', ['-c', ${JSON.stringify(shell)}], { limitS: 0.5 }));`,
    );
    const [pid, code] = output.trim().split('\n');
    expect(code).toBe('124');
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
  }, 20_000);

  test('a command that does not exist is a failure with its name', async () => {
    const { output, errors } = await lines(
      'run.mjs',
      "console.log(await it.run('no-such-command', []));",
    );
    expect(output).toBe('127\n');
    expect(errors).toContain('no-such-command');
  });
});

describe('becoming a command', () => {
  const become = (script: string, options?: Started) =>
    lines(
      'run.mjs',
      `await it.become(process.execPath, ['-e', ${JSON.stringify(script)}]);`,
      options,
    );

  test('passes on input, output and the exit code', async () => {
    const script = "process.stdin.pipe(process.stdout); process.on('exit', () => process.exit(5))";
    const { output, code } = await become(script, { input: 'hello' });
    expect([output, code]).toEqual(['hello', 5]);
  });

  test('passes on a signal and lets the command end in its own time', async () => {
    const script =
      "process.on('SIGTERM', () => setTimeout(() => { console.log('bye'); process.exit(3); }, 300)); setInterval(() => {}, 9); console.log('up')";
    const { output, code } = await become(script, {
      onOutput: (text, kill) => text === 'up\n' && kill('SIGTERM'),
    });
    expect([output, code]).toEqual(['up\nbye\n', 3]);
  });

  test('ends by the signal that ended the command', async () => {
    const { code } = await become("process.kill(process.pid, 'SIGKILL')");
    expect(code).toBe('SIGKILL');
  });
});

describe('counting tests', () => {
  test('a failed file without tests counts as a failure', async () => {
    const report = {
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'pending' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    const { output } = await lines(
      'vitest.mjs',
      `console.log(JSON.stringify(it.count(${JSON.stringify(report)})));`,
    );
    expect(JSON.parse(output)).toEqual({ passed: 2, failed: 2, skipped: 1 });
  });
});

describe('npm test and npm start', () => {
  test('an unknown flag is refused', async () => {
    const { errors, code } = await node([join(dev, 'test.mjs'), '--fast']);
    expect(code).toBe(2);
    expect(errors).toContain('Unknown: --fast');
  });

  test('a window without a display is refused with the reason', async () => {
    const env = { GATEHOUSE_START: 'window', DISPLAY: '', WAYLAND_DISPLAY: '' };
    const { errors, code } = await node([join(dev, 'start.mjs')], { env });
    expect(code).toBe(1);
    expect(errors).toContain('needs a display');
  });

  test('an unknown way to start is refused', async () => {
    const { errors, code } = await node([join(dev, 'start.mjs')], {
      env: { GATEHOUSE_START: 'tray' },
    });
    expect([code, errors]).toEqual([
      1,
      'gatehouse: GATEHOUSE_START must be window or headless, not tray.\n',
    ]);
  });
});

describe('a missing system package', () => {
  const howToGet = async (system: { debian: boolean; root: boolean }) => {
    const code = `console.log(JSON.stringify(it.howToGet(['xvfb', 'dbus'], ${JSON.stringify(system)})))`;
    return JSON.parse((await lines('system-packages.mjs', code)).output);
  };
  const install = ['install', '-y', '--no-install-recommends', 'xvfb', 'dbus'];

  test('is installed by root on Debian', async () => {
    expect(await howToGet({ debian: true, root: true })).toEqual({ install });
  });

  test('is otherwise named, on Debian with the exact command', async () => {
    const { tell } = await howToGet({ debian: true, root: false });
    expect(tell).toContain(`sudo apt-get ${install.join(' ')}`);
    const other = await howToGet({ debian: false, root: true });
    expect(other).toEqual({ tell: expect.stringContaining('Missing on this system: xvfb, dbus') });
  });
});

describe.runIf(process.platform === 'linux')('secret-service.sh', () => {
  const script = join(dev, 'secret-service.sh');

  test('gives a private keyring and home, passes the exit code on, and leaves nothing', async () => {
    const command =
      'printf v | secret-tool store --label=l k v; secret-tool lookup k v; echo; echo $HOME; echo $GATEHOUSE_TEST_SECRET_SERVICE; exit 7';
    const { output, code } = await start(script, ['sh', '-c', command], {
      env: { TMPDIR: folder },
    });
    const [value, home, flag] = output.trim().split('\n');
    expect([value, flag, code]).toEqual(['v', '1', 7]);
    expect(home).toContain(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an old keyring is never seen by the next run', async () => {
    writeFileSync(join(folder, 'note'), '');
    const { output } = await start(script, ['sh', '-c', 'secret-tool lookup k v || echo none']);
    expect(output).toBe('none\n');
  });
});
