import { hashOf } from '../kernel/canonical-json.ts';
import type { Failure } from '../kernel/failure.ts';
import type { HomePaths } from '../kernel/home-paths.ts';
import type { Trust } from '../trust/trust.ts';
import { sameJson } from './changed-fields.ts';
import { liveText, type TextNow } from './live-text-file.ts';
import {
  NO_ENTRIES,
  parseRegistry,
  REGISTRY_BYTES_MAX,
  type RegistryEntries,
} from './parse-registry.ts';
import type { RegisteredServer, Registry, RegistrySnapshot } from './registry.ts';
import { unreadable } from './registry-file.ts';
import { effectOf, judgeServer } from './server-trust.ts';

/** The registry as file and trust say at this moment. */
export interface RegistryView {
  /** Reads what has changed; `again` also when only trust may have. */
  look(how?: { readonly again: boolean }): void;
  snapshot(): RegistrySnapshot;
  get(id: string): RegisteredServer | undefined;
  /** Why the file cannot be read now; the servers are then those of the last readable one. */
  failure(): Failure | null;
  close(): void;
}

const SEEN = 'registry';

/** Tells `changed` in a later microtask, so that no listener runs inside somebody's read. */
export function openRegistryView(
  { paths, trust }: { readonly paths: HomePaths; readonly trust: Trust },
  changed: Registry['changed'],
): RegistryView {
  const live = liveText(paths.registry, REGISTRY_BYTES_MAX);
  let now: TextNow | undefined;
  let content: RegistryEntries = NO_ENTRIES;
  let broken: Failure | null = null;
  let servers: ReadonlyMap<string, RegisteredServer> = new Map();
  let unstoredChanges = 0;
  let closed = false;

  const tell = (id: string | null): void => {
    queueMicrotask(() => {
      if (!closed) changed.emit({ id });
    });
  };

  /** Without a key nothing can be stored; then the version still moves for as long as this lives. */
  function bump(hash: string): void {
    const stored = trust.put('meta', SEEN, hash);
    const bumped = stored.ok ? trust.bumpConfigVersion() : stored;
    if (!bumped.ok) unstoredChanges += 1;
  }

  function read(): boolean {
    const next = live.read();
    if (next === now) return false;
    now = next;
    const wasBroken = broken;
    const wasInvalid = content.invalid;
    const parsed = parse(next, paths.registry);
    broken = parsed.broken;
    if (parsed.content) content = parsed.content;
    return !sameJson(wasBroken, broken) || !sameJson(wasInvalid, content.invalid);
  }

  function look({ again } = { again: false }): void {
    const first = now === undefined;
    const before = now;
    const fileState = read();
    if (!again && now === before) return;
    const was = servers;
    servers = new Map(
      [...content.entries].map(([id, written]) => [id, judgeServer(trust, id, written)]),
    );
    const ids = [...new Set([...was.keys(), ...servers.keys()])];
    const different = ids.filter((id) => !sameJson(was.get(id), servers.get(id)));
    const hash = effectHash(servers);
    if (first ? trust.get('meta', SEEN) !== hash : hash !== effectHash(was)) bump(hash);
    if (first) return;
    if (fileState || different.length > 1) tell(null);
    else if (different[0] !== undefined) tell(different[0]);
  }

  return {
    look,
    snapshot() {
      look();
      return {
        path: paths.registry,
        problem: broken && problemOf(broken),
        config_version: trust.configVersion() + unstoredChanges,
        servers: [...servers.values()],
        invalid: content.invalid,
      };
    },
    get(id) {
      look();
      return servers.get(id);
    },
    failure() {
      look();
      return broken;
    },
    close() {
      closed = true;
    },
  };
}

const effectHash = (servers: ReadonlyMap<string, RegisteredServer>): string =>
  hashOf([...servers.values()].map((server) => [server.id, effectOf(server)]).sort());

function parse(
  now: TextNow,
  path: string,
): { readonly broken: Failure | null; readonly content: RegistryEntries | null } {
  if (now.state === 'missing') return { broken: null, content: NO_ENTRIES };
  if (now.state === 'unreadable') return { broken: now.failure, content: null };
  const parsed = parseRegistry(now.text);
  return parsed.problem
    ? { broken: unreadable(path, parsed.problem), content: null }
    : { broken: null, content: parsed };
}

function problemOf({ message, params }: Failure): RegistrySnapshot['problem'] {
  const place = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return { message, line: place(params?.['line']), column: place(params?.['column']) };
}
