import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isAlive, thisProcess } from '../../../src-main/kernel/process-identity-process.ts';

describe('process identity', () => {
  it('knows this process, and that it is alive', async () => {
    const self = thisProcess();
    expect(self).toMatchObject({ pid: process.pid, host: hostname() });
    expect(self.start_time).not.toBe('');
    expect(await isAlive(self)).toBe(true);
  });

  it('takes a reused pid for dead', async () => {
    expect(await isAlive({ pid: process.pid, start_time: 'earlier' })).toBe(false);
  });

  it('knows a process that ended, and no process under a pid that cannot be', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const identity = { pid: child.pid ?? 0, start_time: '' };
    expect(await isAlive(identity)).toBe(true);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
    expect(await isAlive(identity)).toBe(false);
    for (const pid of [0, -1, 1.5, Number.NaN]) {
      expect(await isAlive({ pid, start_time: '' })).toBe(false);
    }
  });

  it.runIf(process.platform === 'linux')('takes a zombie for dead', async () => {
    // The shell never waits for its child, which stays a zombie until the shell ends.
    const script = 'sh -c "exit 0" & echo $!; exec sleep 5';
    const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) =>
      shell.stdout.on('data', (data: Buffer) => resolve(Number(data.toString()))),
    );
    await expect.poll(() => isAlive({ pid, start_time: 'any' })).toBe(false);
    shell.kill('SIGKILL');
  });
});
