import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createCatalog } from '../../../src-main/catalog/create-catalog.ts';
import { openJournal } from '../../../src-main/journal/journal-db.ts';
import { systemClock } from '../../../src-main/kernel/clock.ts';
import { homePaths } from '../../../src-main/kernel/home-paths.ts';
import type { Log } from '../../../src-main/kernel/log.ts';
import type { Result } from '../../../src-main/kernel/result.ts';
import type { Surface } from '../../../src-main/kernel/surface.ts';
import { Topic } from '../../../src-main/kernel/topic.ts';
import { openRegistry } from '../../../src-main/registry/open-registry.ts';
import type { RegistrationDraft } from '../../../src-main/registry/registration.ts';
import { DEFAULT_SETTINGS } from '../../../src-main/registry/settings.ts';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import { envFileStore } from '../../../src-main/secrets/env-file.ts';
import { createSupervisor } from '../../../src-main/servers/create-supervisor.ts';
import { createDescribeLaunch } from '../../../src-main/servers/describe-launch-file.ts';
import { createLaunchEnvironment } from '../../../src-main/servers/tool-process.ts';
import { openTrust } from '../../../src-main/trust/trust-db.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

export const PERSON: Surface = { kind: 'cli', pid: 1, terminal: 'pts/1' };
export const NEVER = new AbortController().signal;

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const stdio = (argv: string[]): RegistrationDraft => ({
  transport: 'stdio',
  command_argv: [process.execPath, ...argv],
});
/** An installed server package, by its entry. */
export const installed = (entry: string, ...args: string[]) =>
  stdio([at(`../../../node_modules/@modelcontextprotocol/${entry}`), ...args]);
/** The server of this folder that offers what a file says, and says when the file changes. */
export const listedServer = (file: string, ...args: string[]) =>
  stdio([at('../../fixtures/servers/listed.mjs'), `--file=${file}`, ...args]);

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

/** A log that keeps its warnings, to look at. */
export function keptLog(): Log & { readonly warnings: string[] } {
  const warnings: string[] = [];
  return {
    warnings,
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => warnings.push(message),
    error: (message) => warnings.push(message),
  };
}

export async function until(check: () => boolean, limit = 10_000): Promise<void> {
  const end = performance.now() + limit;
  while (!check()) {
    if (performance.now() > end) throw new Error(`not within ${limit} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A fresh home with real parts; `restart` closes them and opens the same home again. */
export async function openBench({ hasKey = true } = {}) {
  const folder = tempFolder();
  const paths = homePaths(join(folder, 'home'));
  mkdirSync(paths.state, { recursive: true, mode: 0o700 });
  const key = randomBytes(32);

  async function start(trustKey: Uint8Array | null = hasKey ? key : null) {
    const clock = systemClock;
    const log = keptLog();
    const redactor = createRedactor();
    const trust = must(openTrust({ path: paths.trustDb, key: trustKey, clock }));
    const redact = (value: unknown) => redactor.json(value);
    const journal = must(await openJournal({ path: paths.journalDb, key, redact, clock }));
    const registry = must(await openRegistry({ paths, trust, clock, watch: false }));
    const environment = createLaunchEnvironment({
      home: folder,
      own: { ...process.env, SHELL: '' },
    });
    const runners = ['node', process.execPath];
    const supervisor = createSupervisor({
      secrets: () => envFileStore(paths.envFile),
      settings: () => ({ runners }),
      ...{ registry, redactor, journal, clock, paths, log, environment },
    });
    const catalog = createCatalog({
      ...{ paths, registry, supervisor, trust, journal, clock, log },
      settings: { get: () => DEFAULT_SETTINGS, changed: new Topic() },
    });
    const describeLaunch = createDescribeLaunch({ environment, runners: () => runners });
    const confirm = async (id: string) => {
      const entry = registry.get(id);
      if (entry === undefined) throw new Error(`no server ${id}`);
      const { executable } = await describeLaunch(id, entry.written);
      return must(await registry.confirm(id, entry.launch_hash, executable, PERSON));
    };
    return {
      ...{ catalog, registry, supervisor, journal, trust, log, confirm },
      async add(id: string, draft: RegistrationDraft) {
        must(await registry.add(id, draft, PERSON));
        return await confirm(id);
      },
      /** Name and state of every tool. */
      states: (id: string) =>
        Object.fromEntries(catalog.tools(id).map(({ name, state }) => [name, state])),
      async close() {
        await catalog.close();
        await supervisor.close();
        await registry.close();
        await journal.close();
        trust.close();
      },
    };
  }

  let open = await start();
  onTestFinished(() => open.close());
  return {
    folder,
    paths,
    get parts() {
      return open;
    },
    async restart(trustKey?: Uint8Array | null) {
      await open.close();
      open = await start(trustKey);
      return open;
    },
  };
}
