import type { Door } from '../client.ts';
import { freePort, lastWords, listening, startProduct } from '../processes.ts';
import type { Running, ServerSpec, Setup } from './subject.ts';

/**
 * Starts a product that stands before one server only: a process for each of the servers. Ready are they
 * when all listen; one whose server hangs may never do so and is not waited for.
 */
export async function startOneEach(
  { servers, folder }: Setup,
  command: (port: number, server: ServerSpec) => readonly string[],
  openPort: (port: number) => Promise<Door>,
): Promise<Running> {
  const ports = new Map<string, number>();
  for (const { id } of servers) ports.set(id, await freePort());
  const portOf = (id: string) => ports.get(id) ?? 0;
  const spawned = performance.now();
  const children = servers.map((server) => {
    const child = startProduct(command(portOf(server.id), server), { folder });
    return { child, port: portOf(server.id), hangs: server.args.includes('--hang') };
  });
  const roots = children.flatMap(({ child }) => child.pid ?? []);
  try {
    const waited = children.filter(({ hangs }) => !hangs);
    await Promise.all(waited.map(({ child, port }) => listening(child, port, 60_000)));
  } catch (error) {
    for (const { child } of children) child.kill('SIGKILL');
    throw new Error(`${error instanceof Error ? error.message : error}\n${lastWords(folder)}`);
  }
  return {
    ...{ roots, spawned, ready: performance.now() },
    open: (id) => openPort(portOf(id)),
    openers: servers.map(
      ({ id }) =>
        () =>
          openPort(portOf(id)),
    ),
  };
}
