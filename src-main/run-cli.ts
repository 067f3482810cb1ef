import { Console } from 'node:console';
import { randomBytes } from 'node:crypto';
import packageJson from '../package.json' with { type: 'json' };
import type { Door } from './api/door.ts';
import { adminAddress, takeOwnership, tryToOwn } from './api/owner-file.ts';
import { openRemoteDoor } from './api/remote-door-socket.ts';
import type { Context, ServeOptions } from './cli/command.ts';
import { connectClient } from './cli/connect/connect-process.ts';
import { doorToHome } from './cli/door-to-home.ts';
import { endWhenIdle } from './cli/end-when-idle.ts';
import { runCommandLine } from './cli/run.ts';
import { serveText } from './cli/serve-text.ts';
import { readStdin, terminalQuestion } from './cli/terminal-process.ts';
import { composeGatehouse } from './compose.ts';
import { homeFolder } from './home-folder.ts';
import { prepareHome } from './kernel/home-file.ts';
import { homePaths } from './kernel/home-paths.ts';
import { ok, type Result } from './kernel/result.ts';
import type { Surface } from './kernel/surface.ts';

const OPEN_WAIT_MS = 15_000;
const DRAIN_MS = 5000;

const paths = homePaths(homeFolder(process.env));
const stop = new AbortController();
const surface: Surface = {
  kind: 'cli',
  pid: process.pid,
  terminal:
    process.stdin.isTTY === true
      ? (process.env['TERM_PROGRAM'] ?? process.env['TERM'] ?? 'terminal')
      : null,
};
const note = (text: string) => void process.stderr.write(`${text}\n`);
const write = (text: string) =>
  new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
const print = (text: string) => void process.stdout.write(`${text}\n`);

async function openDoor(): Promise<Result<Door>> {
  const prepared = await prepareHome(paths);
  if (!prepared.ok) return prepared;
  return doorToHome({
    wait_ms: OPEN_WAIT_MS,
    tryToOwn: () => tryToOwn(paths, 'cli'),
    remote: (address) =>
      openRemoteDoor(address, surface, process.env['GATEHOUSE_APPROVER_CODE'] ?? ''),
    compose: async (ownership) => {
      const composed = await composeGatehouse({
        home: paths.home,
        version: packageJson.version,
        ownership,
        approverCode: null,
        // A higher owner does not wait for what a person may answer much later.
        onHandOver: () => stop.abort(),
        onStateLost: ({ message }) => {
          note(message);
          stop.abort();
        },
        window: null,
      });
      return composed.ok ? ok(composed.value.door(surface)) : composed;
    },
  });
}

/** Owns the home until it is told to stop, or a window takes over. */
async function serve({ approver, port, for_clients_s }: ServeOptions): Promise<Result<number>> {
  const prepared = await prepareHome(paths);
  if (!prepared.ok) return prepared;
  const ownership = await takeOwnership(
    paths,
    'serve',
    surface,
    OPEN_WAIT_MS,
    for_clients_s !== null,
  );
  // Two clients came at once, and one of them had its way.
  if (!ownership.ok && for_clients_s !== null && ownership.failure.code === 'owner_busy')
    return ok(0);
  if (!ownership.ok) return ownership;
  const approverCode = approver ? randomBytes(5).toString('hex') : null;
  let lost = false;
  const composed = await composeGatehouse({
    home: paths.home,
    version: packageJson.version,
    ownership: ownership.value,
    approverCode,
    gatewayPort: port,
    onHandOver: (to) => {
      note(`Handing over to ${to}.`);
      stop.abort();
    },
    onStateLost: ({ message }) => {
      lost = true;
      note(message);
      stop.abort();
    },
    window: null,
  });
  if (!composed.ok) return composed;
  const status = await composed.value.door(surface).request('status/show', {});
  if (status.ok && for_clients_s === null)
    print(serveText(status.value, adminAddress(paths), approverCode));
  composed.value.core.catalog.keepLooking(stop.signal);
  if (for_clients_s !== null)
    endWhenIdle({
      idle_ms: for_clients_s * 1000,
      idleSince: composed.value.idleSince,
      end: () => stop.abort(),
    });
  await new Promise<void>((resolve) => {
    if (stop.signal.aborted) resolve();
    else stop.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await composed.value.close(DRAIN_MS);
  return ok(lost ? 1 : 0);
}

async function main(): Promise<number> {
  let opening: Promise<Result<Door>> | undefined;
  const door = () => {
    opening ??= openDoor();
    return opening;
  };
  const makeContext = (json: boolean): Context => ({
    json,
    version: packageJson.version,
    door,
    print,
    write,
    note,
    readStdin,
    ask: terminalQuestion(stop.signal),
    signal: stop.signal,
    serve,
    connect: ({ agent, token }) => {
      // stdout is the client's; whatever prints must not reach it.
      globalThis.console = new Console(process.stderr, process.stderr);
      return connectClient({
        ...{ paths, agent, token, note, signal: stop.signal },
        input: process.stdin,
        output: process.stdout,
      });
    },
    environment: (name) => process.env[name],
  });
  const code = await runCommandLine(process.argv.slice(2), makeContext);
  const opened = await opening;
  if (opened?.ok === true) await opened.value.close();
  return stop.signal.aborted && code === 0 && opened !== undefined ? 1 : code;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A second signal means: now. Children are then reaped by the next start.
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
// A reader that went away (| head) is no error of ours.
process.stdout.on('error', () => stop.abort());

process.exitCode = await main();
// Whatever a library keeps open must not hold the terminal; everything of ours is closed by now.
process.stdout.write('', () => process.exit());
