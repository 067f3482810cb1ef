import type { Journal } from '../journal/journal.ts';
import { failure } from '../kernel/failure.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { LaunchEnvironment } from './base-environment.ts';
import { npmEnvironment, npmFailure, npmFromLock, npmInstall, npmScripts } from './npm-command.ts';
import { readManifest } from './package-bin.ts';
import {
  type Draft,
  lies,
  makeDraft,
  packageFolder,
  putInPlace,
  readLockText,
  readManifestText,
  writeLock,
} from './package-folder-file.ts';
import { type ResolvedPackage, readLock } from './package-lock.ts';
import type { PackageRecord, PackageRecords } from './package-records.ts';
import { carryOwnFiles, isSealed, sealPackage } from './package-seal-file.ts';
import { runTool } from './tool-process.ts';

const LIMIT_MS = 15 * 60_000;
const LINES_KEPT = 60;

export interface InstallParts {
  /** The folder of all packages. */
  readonly packages: string;
  readonly records: PackageRecords;
  readonly journal: Journal;
}

/** How npm is run: by whom, and who hears of it. */
export interface NpmRun {
  /** Real path of npm. */
  readonly npm: string;
  readonly environment: LaunchEnvironment;
  readonly signal: AbortSignal;
  /** npm's lines, as signs of life. */
  readonly say: (line: string) => void;
  readonly onSpawned: (pid: number, token: string) => () => void;
}

export interface InstallOrder {
  readonly server_id: string;
  readonly name: string;
  /** What npm is asked for when no lock is known. */
  readonly wanted: string;
  /** Exactly this is installed again. */
  readonly known: { readonly version: string; readonly record: PackageRecord } | null;
}

export interface InstalledPackage {
  readonly version: string;
  readonly record: PackageRecord;
  readonly folder: string;
}

/**
 * Installs one package whole or not at all: in a folder of its own that takes its place by a rename.
 * `install_failed` says npm's reason; `cancelled` when the signal fires.
 */
export async function installPackage(
  order: InstallOrder,
  run: NpmRun,
  parts: InstallParts,
): Promise<Result<InstalledPackage>> {
  return await inDraft(parts.packages, async (draft) => {
    const began = performance.now();
    const fetched = await fetchInto(draft.folder, order, run, parts);
    if (!fetched.ok) return fetched;
    const { resolved, lock_text } = fetched.value;
    const { version, lock, integrity, scripts } = resolved;
    const folder = packageFolder(parts.packages, order.name, version);
    const there = parts.records.get(order.name, version);
    // Found on the way to another spec of the same package: others are bound to what lies there.
    if (order.known === null && there !== null && (await isSealed(folder, there.seal)))
      return ok({ version, folder, record: there });
    const allowed = parts.records.scriptsAllowed(order.name);
    if (allowed && scripts.length > 0) {
      const built = await runNpm(npmScripts(), draft.folder, order.name, run);
      if (!built.ok) return built;
    }
    const seal = await sealPackage(draft.folder);
    // After the seal: what a server wrote there is its own, and goes on changing.
    if (lies(folder)) await carryOwnFiles(folder, draft.folder);
    const record = { integrity, lock, seal, scripts: [...scripts], built: allowed };
    const noted = parts.records.put(order.name, version, record, lock_text);
    if (!noted.ok) return noted;
    const placed = await putInPlace(draft.folder, folder);
    if (!placed.ok) return placed;
    parts.journal.append({
      kind: 'config_change',
      server_id: order.server_id,
      duration_ms: Math.round(performance.now() - began),
      detail: {
        change: 'package_installed',
        ...{ package: order.name, version, integrity, scripts, scripts_run: allowed },
      },
    });
    return ok({ version, folder, record });
  });
}

/** The version that a range or tag leads to now, with everything npm would install for it. */
export async function resolvePackage(
  name: string,
  wanted: string,
  run: NpmRun,
  parts: InstallParts,
): Promise<Result<ResolvedPackage>> {
  return await inDraft(parts.packages, async (draft) => {
    const asked = npmInstall({ name }, wanted, { lock_only: true });
    const done = await runNpm(asked, draft.folder, name, run);
    return done.ok ? readLock(await readLockText(draft.folder), name) : done;
  });
}

async function fetchInto(
  folder: string,
  order: InstallOrder,
  run: NpmRun,
  parts: InstallParts,
): Promise<Result<{ readonly resolved: ResolvedPackage; readonly lock_text: string }>> {
  const { name, known } = order;
  if (known !== null) {
    const lock_text = parts.records.lockText(name, known.version, known.record.lock);
    if (lock_text === null) return fail(lostPin(name, known.version));
    await writeLock(folder, name, known.version, lock_text);
    run.say(`Installing ${name}@${known.version} again, as it was pinned`);
    const done = await runNpm(npmFromLock(), folder, name, run);
    if (!done.ok) return done;
    const resolved = readLock(lock_text, name);
    return resolved.ok ? ok({ resolved: resolved.value, lock_text }) : resolved;
  }
  run.say(`Installing ${name}@${order.wanted}`);
  const asked = npmInstall({ name }, order.wanted, { lock_only: false });
  const done = await runNpm(asked, folder, name, run);
  if (!done.ok) return done;
  const lock_text = await readLockText(folder);
  const resolved = readLock(lock_text, name);
  if (!resolved.ok) return resolved;
  const manifest = readManifest(await readManifestText(folder, name), name);
  if (manifest?.version !== resolved.value.version)
    return fail('install_failed', `npm installed something else than “${name}”.`, {
      params: { package: name },
    });
  return ok({ resolved: resolved.value, lock_text });
}

async function runNpm(
  args: readonly string[],
  cwd: string,
  name: string,
  run: NpmRun,
): Promise<Result<void>> {
  const lines: string[] = [];
  const { environment } = run;
  const ended = await runTool({
    ...{ file: run.npm, args, cwd, limit_ms: LIMIT_MS },
    env: npmEnvironment(environment.base, environment.own),
    signal: run.signal,
    onLine: (line) => {
      lines.push(line);
      if (lines.length > LINES_KEPT) lines.shift();
      run.say(line);
    },
    onSpawned: run.onSpawned,
  });
  if (!ended.ok) return ended;
  return ended.value === 0 ? ok() : fail(npmFailure(name, lines));
}

async function inDraft<T>(
  packages: string,
  work: (draft: Draft) => Promise<Result<T>>,
): Promise<Result<T>> {
  const draft = await makeDraft(packages);
  if (!draft.ok) return draft;
  try {
    return await work(draft.value);
  } finally {
    await draft.value.discard();
  }
}

/** What a person is told when it can no longer be proven what was pinned. */
export const lostPin = (name: string, version: string) =>
  failure('install_failed', `What was pinned as ${name}@${version} is no longer known.`, {
    fix: `Say which version is to run: gatehouse package update <id> --yes ${version}`,
    params: { package: name, version },
  });
