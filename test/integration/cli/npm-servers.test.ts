import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, GatehouseHome, list } from './gatehouse-home.ts';
import { freePort, startHttpPeer } from './http-peer.ts';

const resolve = createRequire(import.meta.url).resolve;
const server = (name: string) =>
  join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js');
const everything = server('server-everything');

describe('real servers from npm', () => {
  let home: GatehouseHome;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(() => {
    home = new GatehouseHome();
  });
  afterAll(async () => {
    for (const stop of stops) await stop();
    await home.close();
  });

  const echoes = async (id: string) => {
    const result = await home.json(['call', id, 'echo', '--args', '{"message":"hello there"}']);
    expect(String(field(list(field(result, 'content'))[0], 'text'))).toContain('hello there');
  };

  async function addUrl(id: string, kind: '--http' | '--sse', url: string) {
    const shown = await home.json(['server', 'add', id, kind, url], 4);
    await home.json([
      'server',
      'add',
      id,
      kind,
      url,
      '--confirm',
      String(field(shown, 'launch_hash')),
    ]);
  }

  test('server-everything connects over stdio, lists tools, resources and prompts, and answers', async () => {
    await home.add('everything', ['node', everything, 'stdio']);
    const report = await home.json(['probe', 'everything']);
    expect(field(report, 'status')).toBe('ok');
    expect(list(field(report, 'tools')).length).toBeGreaterThanOrEqual(13);
    await echoes('everything');
    const resources = list(field(await home.json(['resources', 'everything']), 'resources'));
    expect(resources.length).toBeGreaterThan(0);
    const read = await home.json(['read', 'everything', String(field(resources[0], 'uri'))]);
    expect(list(field(read, 'contents')).length).toBeGreaterThan(0);
    const prompts = list(await home.json(['prompts', 'everything']));
    const simple = prompts.find((prompt) => list(field(prompt, 'arguments')).length === 0);
    const got = await home.json(['prompt', 'everything', String(field(simple, 'name'))]);
    expect(list(field(got, 'messages')).length).toBeGreaterThan(0);
  });

  test('server-memory connects, grades its deletes high, and answers', async () => {
    await home.add(
      'memory',
      ['node', server('server-memory')],
      ['--env', `MEMORY_FILE_PATH=${join(home.work, 'm.json')}`],
    );
    expect(field(await home.json(['probe', 'memory']), 'status')).toBe('ok');
    const tools = list(await home.json(['tools', 'memory']));
    const deletes = tools.filter((tool) => String(field(tool, 'name')).startsWith('delete_'));
    expect(deletes.map((tool) => field(tool, 'risk'))).toEqual(['high', 'high', 'high']);
    expect((await home.run(['call', 'memory', 'read_graph'])).code).toBe(0);
  });

  test('a Streamable HTTP server connects and answers', async () => {
    const port = await freePort();
    stops.push(await startHttpPeer(everything, 'streamableHttp', port));
    await addUrl('web', '--http', `http://127.0.0.1:${port}/mcp`);
    expect(field(await home.json(['probe', 'web']), 'status')).toBe('ok');
    await echoes('web');
  });

  test('a legacy SSE server connects and answers', async () => {
    const port = await freePort();
    stops.push(await startHttpPeer(everything, 'sse', port));
    await addUrl('old', '--sse', `http://127.0.0.1:${port}/sse`);
    expect(field(await home.json(['probe', 'old']), 'status')).toBe('ok');
    await echoes('old');
  });

  test('a server that is not there is unreachable, with the reason', async () => {
    const port = await freePort();
    await addUrl('gone', '--http', `http://127.0.0.1:${port}/mcp`);
    const report = await home.json(['probe', 'gone'], 5);
    expect(field(report, 'status')).toBe('unreachable');
    expect(field(field(report, 'reason'), 'code')).toBe('refused');
  });
});
