import { freePort, lastWords, listening, startProduct } from '../processes.ts';

export interface Launched {
  readonly port: number;
  readonly roots: readonly number[];
  readonly spawned: number;
  readonly ready: number;
}

/** Starts one process that stands before all servers, on a free port that it is told. */
export async function startOneForAll(
  folder: string,
  command: (port: number) => readonly string[],
  env: (port: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<Launched> {
  const port = await freePort();
  const spawned = performance.now();
  const child = startProduct(command(port), { folder, env: env(port) });
  try {
    await listening(child, port, 30_000);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${error instanceof Error ? error.message : error}\n${lastWords(folder)}`);
  }
  return { port, roots: [child.pid ?? 0], spawned, ready: performance.now() };
}
