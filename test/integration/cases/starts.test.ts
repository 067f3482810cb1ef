import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAtTheDoor, tell } from '../cli/admin-request.ts';
import { eventually, field, list } from '../cli/gatehouse-home.ts';
import { GatewayHome, modernClient, v1Client } from '../gateway/gateway-home.ts';
import { olderPeer, startPeer } from '../servers/http-peers.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/servers/${name}.mjs`, import.meta.url));
const ERAS = [
  ['2025', v1Client],
  ['2026-07-28', modernClient],
] as const;
// Commands are processes, and many of them take their time on a busy machine.
const LIMIT = { timeout: 180_000 };

let home: GatewayHome;
beforeEach(() => {
  home = new GatewayHome();
});
afterEach(() => home.close());

const textOf = (result: unknown) => String(field(list(field(result, 'content'))[0], 'text'));
const connection = async (id: string) =>
  field(await home.json(['server', 'show', id]), 'connection');

const launches = async () =>
  list(await home.json(['journal', 'list', '--kind', 'launch', '--limit', '1000'])).length;

/** The parent of each process that runs. */
const parents = async () =>
  (await promisify(execFile)('ps', ['-A', '-o', 'ppid='])).stdout.split('\n').map(Number);

async function agentWithAll(): Promise<string> {
  await home.agent('me', 'mcp:\n  online_tool: {"*": ["*"]}\n');
  await home.policy([{ id: 'free', effect: 'allow', agents: ['me'] }]);
  return (await home.token('me')).token;
}

describe('calls of a server that takes connections and never answers', LIMIT, () => {
  test.each(ERAS)(
    'are answered in their own time with the reason, and the start still counts (%s client)',
    async (_era, connect) => {
      const peer = await startPeer(olderPeer().listener);
      const line = ['server', 'add', 'hole', '--http', peer.url];
      const shown = await home.json(line, 4);
      await home.json([...line, '--confirm', String(field(shown, 'launch_hash'))]);
      await home.json(['probe', 'hole']);
      await peer.close();
      await startPeer(() => undefined, undefined, peer.port);
      await home.json(['server', 'edit', 'hole', '--call-s', '1', '--start-s', '15']);
      const token = await agentWithAll();
      await home.serve();
      const client = await connect(home.url, token);
      const calls = await Promise.all([
        client.call('hole__add', { a: 1, b: 2 }),
        client.call('hole__add', { a: 3, b: 4 }),
      ]);
      for (const refused of calls.map(textOf)) {
        expect(refused).toMatch(/^\[MCP_UNAVAILABLE\] hole: .*not ready within 1 s/);
        expect(refused).toContain('Nothing was sent');
      }
      expect(await connection('hole')).toMatchObject({ state: 'starting' });
      const failed = await eventually(async () => {
        const now = await connection('hole');
        return field(now, 'state') === 'starting' ? undefined : now;
      }, 60_000);
      expect(failed).toMatchObject({ state: 'failed', failure: { code: 'start_timeout' } });
      await client.close();
    },
  );
});

describe('right after the owner’s start', LIMIT, () => {
  const toolFile = (name: string): string => {
    const file = join(home.work, `${name}.json`);
    writeFileSync(file, JSON.stringify({ tools: [{ name, inputSchema: { type: 'object' } }] }));
    return file;
  };
  const namesOf = (tools: readonly unknown[]) =>
    tools.map((each) => String(field(each, 'name'))).filter((name) => name.includes('__'));

  test.skipIf(process.platform === 'win32')(
    'a hundred known servers are listed to a client of either era, and nothing is started for it',
    async () => {
      const argv = ['node', fixture('listed'), `--file=${toolFile('look')}`];
      const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
      await home.serve();
      for (const id of ids) await addAtTheDoor(home, id, { command_argv: argv });
      await Promise.all(ids.map((id) => tell(home, 'POST', `/mcp/${id}/probe`)));
      const token = await agentWithAll();
      home.serving?.child.kill('SIGTERM');
      await home.serving?.ended;
      const before = await launches();
      expect(before).toBeGreaterThanOrEqual(100);

      await home.serve();
      for (const [, connect] of ERAS) {
        const client = await connect(home.url, token);
        expect(namesOf(await client.list())).toHaveLength(100);
        await client.close();
      }
      // The owner's own first look at its servers comes a second after its start.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect(await parents()).not.toContain(home.serving?.child.pid);
      expect(await launches()).toBe(before);
      await tell(home, 'POST', '/mcp/s0/connect');
      expect(await parents()).toContain(home.serving?.child.pid);
    },
  );

  test.each(ERAS)(
    'the first list is whole although one server hangs, one crashes and one was never looked at (%s client)',
    async (_era, connect) => {
      const key = join(home.work, 'key');
      const silence = join(home.work, 'silence');
      writeFileSync(key, 'here');
      const listed = (name: string) => ['node', fixture('listed'), `--file=${toolFile(name)}`];
      await home.add('healthy', listed('works'));
      await home.add('hangs', [...listed('waits'), `--mute-if=${silence}`]);
      await home.add('crashes', ['node', fixture('needs-key'), `--key=${key}`]);
      for (const id of ['healthy', 'hangs', 'crashes']) await home.json(['probe', id]);
      writeFileSync(silence, '');
      rmSync(key);
      await home.add('unknown', [...listed('hides'), '--mute']);
      const token = await agentWithAll();
      await home.serve();
      const client = await connect(home.url, token);
      const names = ['crashes__unlocked', 'hangs__waits', 'healthy__works'];
      expect(namesOf(await client.list()).toSorted()).toEqual(names);
      // And so it stays once the others have been tried.
      expect(textOf(await client.call('crashes__unlocked', {}))).toMatch(/^\[MCP_UNAVAILABLE\]/);
      expect(namesOf(await client.list()).toSorted()).toEqual(names);
      await client.close();
    },
  );
});
