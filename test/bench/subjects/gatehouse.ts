import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHttp, renamed } from '../client.ts';
import { at, NODE } from '../places.ts';
import { endTrees, freePort, lastWords, listening, startProduct } from '../processes.ts';
import { gatehouseHome } from './gatehouse-home.ts';
import type { Setup, Subject } from './subject.ts';

const CLI = at('out', 'main', 'cli.js');
const homeIn = (folder: string) => join(folder, 'home');
const tokenIn = (folder: string) => join(folder, 'token');

async function serve({ folder }: Setup) {
  const port = await freePort();
  const spawned = performance.now();
  const child = startProduct([NODE, CLI, 'serve', '--port', String(port)], {
    folder,
    env: {
      GATEHOUSE_HOME: homeIn(folder),
      PATH: `${at('node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    },
  });
  try {
    await listening(child, port, 30_000);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${error instanceof Error ? error.message : error}\n${lastWords(folder)}`);
  }
  return { child, port, spawned, ready: performance.now() };
}

export const gatehouse: Subject = {
  ...{ id: 'gatehouse', title: 'Gatehouse', version: 'this checkout, built', kind: 'gatehouse' },
  ...{ perServer: false },
  notes:
    'Token, agent profile, four policy rules, redaction with a known secret, and the durable journal are on. Servers are confirmed and were probed once.',
  prepare: async (setup) => {
    const home = gatehouseHome(homeIn(setup.folder));
    home.writeFiles();
    const { child } = await serve(setup);
    try {
      await home.answers(10_000);
      writeFileSync(tokenIn(setup.folder), await home.accept());
      for (const server of setup.servers) await home.add(server);
      // Four at a time, as the product does it; a server that hangs stays without a catalog.
      const waiting = setup.servers.filter(({ args }) => !args.includes('--hang'));
      await Promise.all(
        [0, 1, 2, 3].map(async () => {
          for (let next = waiting.shift(); next; next = waiting.shift()) await home.probe(next.id);
        }),
      );
    } finally {
      await endTrees([child.pid ?? 0]);
    }
  },
  start: async (setup) => {
    const { child, port, spawned, ready } = await serve(setup);
    const headers = { authorization: `Bearer ${readFileSync(tokenIn(setup.folder), 'utf8')}` };
    const open = () => openHttp(`http://127.0.0.1:${port}/mcp`, headers);
    return {
      ...{ roots: [child.pid ?? 0], spawned, ready },
      open: async (server) => renamed(await open(), (tool) => `${server}__${tool}`),
      openers: [open],
    };
  },
};

/** Its cache may be deleted at any time; everything of it is then asked of the servers anew. */
export const gatehouseWithoutCache: Subject = {
  ...gatehouse,
  ...{ id: 'gatehouse-no-cache', title: 'Gatehouse, its cache deleted', kind: 'variant' },
  notes: 'As above, with `state/cache.db` deleted before each start.',
  start: (setup) => {
    const state = join(homeIn(setup.folder), 'state');
    for (const name of readdirSync(state))
      if (name.startsWith('cache.db')) rmSync(join(state, name));
    return gatehouse.start(setup);
  },
};
