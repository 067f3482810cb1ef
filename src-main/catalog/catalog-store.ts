import { isDeepStrictEqual } from 'node:util';
import { hashOf } from '../kernel/canonical-json.ts';
import type { Log } from '../kernel/log.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Surface } from '../kernel/surface.ts';
import type { RegisteredServer, Registry } from '../registry/registry.ts';
import type { CacheDb } from './cache-db.ts';
import type { PromptEntry, ToolEntry } from './catalog.ts';
import type { Definition } from './definition.ts';
import type { Pins } from './pins.ts';
import { StoredCatalog, type StoredTool } from './stored-catalog.ts';
import { asideEntry, toolEntry } from './tool-entry.ts';

interface Kept {
  readonly stored: StoredCatalog;
  readonly byName: ReadonlyMap<string, StoredTool>;
}

/** The yes that lets this server run now, or null; another launch or executable is another yes. */
export function confirmationOf(server: RegisteredServer | undefined): string | null {
  if (server === undefined) return null;
  if (server.trust !== 'confirmed' && server.trust !== 'pending') return null;
  const known = confirmations.get(server);
  if (known !== undefined) return known;
  const made = hashOf({ launch: server.launch_hash, executable: server.confirmed_executable });
  confirmations.set(server, made);
  return made;
}
/** A server that changes is another object. */
const confirmations = new WeakMap<RegisteredServer, string>();

interface StoreParts {
  readonly registry: Registry;
  readonly pins: Pins;
  readonly cache: CacheDb;
  readonly log: Log;
}

export type CatalogStore = ReturnType<typeof createCatalogStore>;

/** The catalogs of all servers: in memory, kept in cache.db, and shown as trust and registry say now. */
export function createCatalogStore({ registry, pins, cache, log }: StoreParts) {
  const known = new Map<string, Kept | null>();

  function load(id: string): Kept | null {
    const row = cache.catalog(id);
    if (row === undefined) return null;
    try {
      const parsed = StoredCatalog.safeParse(JSON.parse(row.definition));
      if (parsed.success && parsed.data.server_id === id) return kept(parsed.data);
      log.warn('a cached catalog has another shape and is dropped', { id });
    } catch (error) {
      log.warn('a cached catalog cannot be read and is dropped', { id, error: String(error) });
    }
    return null;
  }

  /** The catalog while it still describes what runs; a newly confirmed launch has none before its discovery. */
  function current(id: string): Kept | null {
    const remembered = known.get(id);
    const found = remembered === undefined ? load(id) : remembered;
    known.set(id, found);
    const confirmation = confirmationOf(registry.get(id));
    if (found === null || confirmation === null) return found;
    return found.stored.confirmation === confirmation ? found : null;
  }

  /** How this server's tools look now. The registry is read once: every read looks at the file. */
  function viewOf({ stored }: Kept): (tool: StoredTool) => ToolEntry {
    const overrides = registry.get(stored.server_id)?.registration.tool_risk_overrides ?? {};
    return (tool) => {
      const override = Object.hasOwn(overrides, tool.name) ? overrides[tool.name] : undefined;
      return toolEntry(stored.server_id, tool, override, ({ verdict }) =>
        verdict === null
          ? { state: 'new', changes: [] }
          : pins.judge(stored.server_id, stored.confirmation, 'tools', verdict.definition),
      );
    };
  }

  function tools(id: string): ToolEntry[] {
    const found = current(id);
    if (found === null) return [];
    const aside = found.stored.set_aside.filter(({ name }) => !found.byName.has(name));
    return [
      ...found.stored.tools.map(viewOf(found)),
      ...aside.map(({ name, reason }) => asideEntry(id, name, reason)),
    ];
  }

  const stateOf = (stored: StoredCatalog, kind: 'prompts' | 'instructions', item: Definition) =>
    pins.judge(stored.server_id, stored.confirmation, kind, item).state;

  return {
    current: (id: string): StoredCatalog | null => current(id)?.stored ?? null,
    tools,
    /** Equal as long as its tools, and what of them is accepted, stay the same. */
    fingerprint: (id: string): string =>
      hashOf(tools(id).map(({ name, pin, state }) => [name, pin, state])),
    tool(id: string, name: string): ToolEntry | undefined {
      const found = current(id);
      const tool = found?.byName.get(name);
      if (found === null || found === undefined) return undefined;
      if (tool !== undefined) return viewOf(found)(tool);
      const aside = found.stored.set_aside.find((each) => each.name === name);
      return aside === undefined ? undefined : asideEntry(id, name, aside.reason);
    },
    prompts(id: string): PromptEntry[] {
      const stored = current(id)?.stored;
      return (stored?.prompts ?? []).map(({ entry, definition }) => ({
        ...entry,
        state: stored === undefined ? 'new' : stateOf(stored, 'prompts', definition),
      }));
    },

    /**
     * Takes a complete discovery; `complete` says which of its lists may be accepted as first ones.
     * Whether anything differs from what was known.
     */
    keep(stored: StoredCatalog, complete: { tools: boolean; prompts: boolean }): boolean {
      const before = current(stored.server_id)?.stored;
      const isSame =
        before !== undefined &&
        isDeepStrictEqual(before, { ...stored, discovered_at: before.discovered_at });
      known.set(stored.server_id, kept(stored));
      const settled = pins.settle(stored.server_id, stored.confirmation, {
        tools: complete.tools ? definitionsOf(stored.tools) : null,
        prompts: complete.prompts ? stored.prompts.map(({ definition }) => definition) : null,
        instructions: [stored.instructions],
      });
      if (!settled.ok)
        log.warn('new definitions are held: their acceptance could not be kept', {
          id: stored.server_id,
          code: settled.failure.code,
        });
      cache.saveCatalog({
        server_id: stored.server_id,
        launch_hash: stored.launch_hash,
        discovered_at: stored.discovered_at,
        definition: JSON.stringify(stored),
      });
      return !isSame;
    },

    /** One tool, or everything that is held, prompts and instructions included; the accepted tools. */
    review(id: string, name: string | undefined, by: Surface): Result<readonly ToolEntry[]> {
      const found = current(id);
      const entries = tools(id).filter((entry) => name === undefined || entry.name === name);
      if (found === null || (name !== undefined && entries.length === 0))
        return fail(
          'not_found',
          name === undefined
            ? `Gatehouse has not seen the tools of ${id} yet.`
            : `${id} has no tool "${name}" that Gatehouse has seen.`,
          { fix: `Probe it: gatehouse probe ${id}`, params: { id } },
        );
      if (name !== undefined && entries[0]?.state === 'quarantined')
        return fail('denied', `${name} is set aside: ${entries[0].quarantine_reason}`, {
          params: { id, tool: name },
        });
      const held = entries.filter(({ state }) => state === 'new' || state === 'changed');
      const names = new Set(held.map((entry) => entry.name));
      const { stored } = found;
      const accepted = pins.accept(
        id,
        stored.confirmation,
        {
          tools: definitionsOf(stored.tools.filter((tool) => names.has(tool.name))),
          prompts: name === undefined ? stored.prompts.map(({ definition }) => definition) : [],
          instructions: name === undefined ? [stored.instructions] : [],
        },
        by,
      );
      if (!accepted.ok) return accepted;
      return ok(tools(id).filter((entry) => names.has(entry.name)));
    },

    forget(id: string): void {
      known.delete(id);
      cache.forget(id);
      const forgotten = pins.forget(id);
      if (!forgotten.ok) log.warn('pins could not be removed', { id, ...forgotten.failure });
    },
  };
}

const kept = (stored: StoredCatalog): Kept => ({
  stored,
  byName: new Map(stored.tools.map((tool) => [tool.name, tool])),
});

const definitionsOf = (tools: readonly StoredTool[]): Definition[] =>
  tools.flatMap(({ verdict }) =>
    verdict === null || verdict.quarantine_reason !== null ? [] : [verdict.definition],
  );
