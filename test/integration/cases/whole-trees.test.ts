import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAtTheDoor, tell } from '../cli/admin-request.ts';
import { eventually, field } from '../cli/gatehouse-home.ts';
import { GatewayHome } from '../gateway/gateway-home.ts';

const wrapped = fileURLToPath(new URL('../../fixtures/servers/wrapped.mjs', import.meta.url));
/** End of input, SIGTERM and SIGKILL have 1, 1.5 and 1.5 s; the machine may be busy. */
const GONE_MS = 8_000;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie that its parent has not waited for yet is gone.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

class TreesHome extends GatewayHome {
  notes(id: string): string {
    return join(this.work, `${id}.pids`);
  }

  argv(id: string, ...more: string[]): string[] {
    return ['node', wrapped, `--notes=${this.notes(id)}`, ...more];
  }

  /** Launcher and server of the latest start. */
  async tree(id: string): Promise<number[]> {
    const pids = await eventually(() => {
      const lines = existsSync(this.notes(id)) ? readFileSync(this.notes(id), 'utf8') : '';
      return lines === '' ? undefined : lines.trim().split('\n').at(-1)?.split(' ').map(Number);
    });
    expect(pids).toHaveLength(2);
    return pids;
  }

  async running(id: string, ...more: string[]): Promise<number[]> {
    await addAtTheDoor(this, id, { command_argv: this.argv(id, ...more) });
    await tell(this, 'POST', `/mcp/${id}/connect`);
    const pids = await this.tree(id);
    expect(pids.every(isRunning)).toBe(true);
    return pids;
  }

  editFile(change: (entries: Record<string, Record<string, unknown>>) => void): void {
    const path = join(this.path, 'mcp_servers.json');
    const entries = JSON.parse(readFileSync(path, 'utf8'));
    change(entries);
    writeFileSync(path, JSON.stringify(entries, null, 2));
  }
}

const gone = (pids: readonly number[]) =>
  eventually(() => (pids.some(isRunning) ? undefined : true), GONE_MS);

let home: TreesHome;

describe('LIFE-01 a launcher and the server behind it, on one pair of pipes, go together', () => {
  beforeAll(async () => {
    home = new TreesHome();
    // The owner's own look at what was added would be one more that waits for a start.
    await home.json(['settings', 'set', '{"probes":{"every_s":0}}']);
    await home.serve();
  });
  afterAll(() => home.close());

  const paths: Readonly<Record<string, (id: string, pids: number[]) => unknown>> = {
    disable: (id) => tell(home, 'POST', `/mcp/${id}/disable`),
    disconnect: (id) => tell(home, 'POST', `/mcp/${id}/disconnect`),
    remove: (id) => tell(home, 'DELETE', `/mcp/${id}`),
    'an edit of its launch': async (id) => {
      const edit = ['server', 'edit', id, '--env', 'LEVEL=debug'];
      const shown = await home.json(edit, 4);
      await home.json([...edit, '--confirm', String(field(shown, 'launch_hash'))]);
    },
    'an edit of the file': (id) =>
      home.editFile((entries) => {
        Object.assign(entries[id] ?? {}, { env: { LEVEL: 'debug' } });
      }),
    'a new id in the file': (id) =>
      home.editFile((entries) => {
        entries['renamed'] = entries[id] ?? {};
        delete entries[id];
      }),
    'idleness, as the file sets it': (id) =>
      home.editFile((entries) => {
        Object.assign(entries[id] ?? {}, { timeouts: { start_s: 60, idle_s: 1, call_s: 60 } });
      }),
    'a crash of the launcher': (_id, [launcher = 0]) => process.kill(launcher, 'SIGKILL'),
    'a crash of the server': (_id, [, server = 0]) => process.kill(server, 'SIGKILL'),
  };

  test.each(Object.keys(paths))('LIFE-01 after %s', async (name) => {
    const id = name.replaceAll(/[^a-z]+/g, '-');
    const pids = await home.running(id);
    if (name.startsWith('idleness')) await tell(home, 'POST', `/mcp/${id}/connect`);
    await paths[name]?.(id, pids);
    if (name.startsWith('idleness')) await home.json(['call', id, 'ping']);
    await gone(pids);
  });

  test('LIFE-01 after a disconnect, also when the server has left the launcher’s group', async () => {
    const pids = await home.running('moved', '--setsid');
    await tell(home, 'POST', `/mcp/moved/disconnect`);
    await gone(pids);
  });

  test('LIFE-01 a new name keeps the process; a reconnect ends it before the next one starts', async () => {
    const first = await home.running('again');
    await home.json(['server', 'edit', 'again', '--name', 'Another name']);
    expect(first.every(isRunning)).toBe(true);
    await tell(home, 'POST', `/mcp/again/disconnect`);
    await tell(home, 'POST', `/mcp/again/connect`);
    expect(first.some(isRunning)).toBe(false);
    const second = await home.tree('again');
    expect(second).not.toEqual(first);
    expect(second.every(isRunning)).toBe(true);
    await tell(home, 'DELETE', '/mcp/again');
    await gone(second);
  });

  test('LIFE-01 after a failed initialize, and after a start that took too long', async () => {
    await addAtTheDoor(home, 'refuses', {
      command_argv: home.argv('refuses', '--as=refuses'),
    });
    expect((await home.run(['server', 'connect', 'refuses'])).code).toBe(5);
    await gone(await home.tree('refuses'));
    await addAtTheDoor(home, 'mute', {
      command_argv: home.argv('mute', '--as=never-answers'),
    });
    home.editFile((entries) => {
      Object.assign(entries['mute'] ?? {}, { timeouts: { start_s: 2, idle_s: 300, call_s: 120 } });
    });
    expect((await home.run(['server', 'connect', 'mute'])).code).toBe(5);
    await gone(await home.tree('mute'));
  });

  test('LIFE-01 after the only one that waited for the start has gone', async () => {
    await addAtTheDoor(home, 'left', {
      command_argv: home.argv('left', '--as=never-answers'),
    });
    const waiting = home.start(['server', 'connect', 'left']);
    const pids = await home.tree('left');
    waiting.child.kill('SIGKILL');
    await waiting.ended;
    await gone(pids);
  });

  test('LIFE-01 after a probe, and after a call that ran out of time and a disconnect', async () => {
    await addAtTheDoor(home, 'probed', { command_argv: home.argv('probed') });
    await tell(home, 'POST', '/mcp/probed/probe');
    const probed = await home.tree('probed');
    await tell(home, 'POST', `/mcp/probed/disconnect`);
    await gone(probed);
    const pids = await home.running('slow');
    home.editFile((entries) => {
      Object.assign(entries['slow'] ?? {}, { timeouts: { start_s: 60, idle_s: 300, call_s: 1 } });
    });
    const call = await home.run(['call', 'slow', 'silent']);
    expect(call.code, call.stderr).toBe(5);
    await tell(home, 'POST', `/mcp/slow/disconnect`);
    await gone(pids);
  });
});

describe('LIFE-01 the end of the owner', () => {
  test.each([
    ['SIGTERM', ['SIGTERM']],
    ['Ctrl-C', ['SIGINT']],
    ['the terminal’s window closing', ['SIGHUP']],
    ['Ctrl-C twice, which waits for nothing', ['SIGINT', 'SIGINT']],
  ] as const)('LIFE-01 after %s no launcher and no server is left', async (_name, signals) => {
    home = new TreesHome();
    try {
      await home.serve();
      const pids = [...(await home.running('one')), ...(await home.running('two', '--setsid'))];
      for (const signal of signals) {
        home.serving?.child.kill(signal);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await home.serving?.ended;
      await gone(pids);
    } finally {
      await home.close();
    }
  });

  test('LIFE-01 a hand-over to a person’s serve ends what ran, and the next owner starts its own', async () => {
    home = new TreesHome();
    try {
      const first = home.start(['serve', '--for-clients', '600', '--port', '0']);
      await eventually(() =>
        existsSync(join(home.path, 'state', 'admin.sock')) ? true : undefined,
      );
      const before = await home.running('tree');
      await home.serve();
      expect((await first.ended).code).toBe(0);
      await gone(before);
      await tell(home, 'POST', '/mcp/tree/connect');
      expect(await home.tree('tree')).not.toEqual(before);
    } finally {
      await home.close();
    }
  });
});
