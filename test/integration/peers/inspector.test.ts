import { afterAll, beforeAll, expect, test } from 'vitest';
import { field, list } from '../cli/gatehouse-home.ts';
import { inspect, overConnect, overHttp } from './inspector.ts';
import { PeersHome } from './peers-home.ts';

const home = new PeersHome();
let token = '';
beforeAll(async () => {
  home.writeRegistry({
    counting: {
      transport: 'stdio',
      command_argv: ['node', `${import.meta.dirname}/counting-server.mjs`],
    },
  });
  home.writeAgent('peers', 'mcp:\n  online_tool: { counting: ["*"] }\n');
  await home.serve();
  await home.ready(['counting'], ['peers']);
  token = await home.tokenOf('peers');
});
afterAll(() => home.close());

test.concurrent.each([
  ['HTTP', overHttp],
  ['connect', overConnect],
] as const)('the Inspector sees resources and prompts over %s', async (_door, door) => {
  const target = door(home, token);
  const run = (...words: string[]) => inspect(home, [...words, ...target]);
  const [resources, prompts] = await Promise.all([
    run('--method', 'resources/list'),
    run('--method', 'prompts/list'),
  ]);
  const uri = String(field(list(field(resources, 'resources'))[0], 'uri'));
  const name = String(field(list(field(prompts, 'prompts'))[0], 'name'));
  expect(name).toBe('counting__greet');
  const [read, prompt] = await Promise.all([
    run('--method', 'resources/read', '--uri', uri),
    run('--method', 'prompts/get', '--prompt-name', name),
  ]);
  expect(JSON.stringify(read)).toContain('It counts.');
  expect(JSON.stringify(prompt)).toContain('Say hello.');
});
