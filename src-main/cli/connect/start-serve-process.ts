import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { HomePaths } from '../../kernel/home-paths.ts';

/** What a client gave to its own connection only. */
const CLIENTS_OWN = ['GATEHOUSE_TOKEN', 'GATEHOUSE_APPROVER_CODE'];

/**
 * Starts `gatehouse serve` for the clients that connect: a session of its own that outlives us and
 * has nothing of our stdio; what it says goes to the log. Null when it was started, else why not.
 */
export async function startServe(paths: HomePaths, idle_s: number): Promise<string | null> {
  const program = process.argv[1] ?? '';
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !CLIENTS_OWN.includes(name)),
  );
  try {
    await using log = await open(paths.log, 'a', 0o600);
    return await new Promise((resolve) => {
      const child = spawn(process.execPath, [program, 'serve', '--for-clients', String(idle_s)], {
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
        cwd: homedir(),
        env: { ...env, GATEHOUSE_HOME: paths.home },
        windowsHide: true,
      });
      child.once('error', (error) => resolve(sentence(error)));
      child.once('spawn', () => resolve(null));
      child.unref();
    });
  } catch (error) {
    return sentence(error);
  }
}

const sentence = (error: unknown): string =>
  `\`gatehouse serve\` could not be started: ${error instanceof Error ? error.message : String(error)}.`;
