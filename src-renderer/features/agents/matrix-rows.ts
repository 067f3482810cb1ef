import type { Server, Tool } from '../../../src-preload/contract/index.ts';
import { idleGlobs, isAllowed, type Tick, tickOf } from './allowed-tools.ts';

/** A server, registered or only named by the agent, with what the agent may use of it. */
export interface ServerRow {
  readonly kind: 'server';
  readonly key: string;
  readonly id: string;
  /** null: no such server is registered. */
  readonly server: Server | null;
  readonly tools: readonly Tool[];
  /** Of this server's own entry. */
  readonly globs: readonly string[];
  /** Own globs and those of the entry for every server. */
  readonly effective: readonly string[];
  readonly tick: Tick;
  readonly allowed: number;
  readonly open: boolean;
  /** Something can be shown below it. */
  readonly canOpen: boolean;
}

export interface ToolRow {
  readonly kind: 'tool';
  readonly key: string;
  readonly of: ServerRow;
  readonly tool: Tool;
  readonly allowed: boolean;
  /** By the entry for every server, so not to be taken away here. */
  readonly everywhere: boolean;
}

/** A glob of the agent that matches no tool that is known. */
export interface IdleRow {
  readonly kind: 'idle';
  readonly key: string;
  readonly of: ServerRow;
  readonly glob: string;
}

export type MatrixRow = ServerRow | ToolRow | IdleRow;

export interface MatrixInput {
  readonly servers: readonly Server[];
  readonly tools: readonly Tool[];
  /** Server id -> globs. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  readonly open: ReadonlySet<string>;
  readonly search: string;
  readonly onlyAllowed: boolean;
}

const RISKS = { high: 0, medium: 1, low: 2 } as const;

const globsFor = (allowed: MatrixInput['allowed'], id: string): readonly string[] =>
  Object.hasOwn(allowed, id) ? (allowed[id] ?? []) : [];

const holds = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));

/**
 * Rows to show: each server, and below an open one its tools, riskiest first. A search that a server's
 * own name does not match opens it on the tools that do.
 */
export function matrixRows(input: MatrixInput): MatrixRow[] {
  const { servers, allowed, open, onlyAllowed } = input;
  const words = input.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const byServer = Map.groupBy(input.tools, ({ server_id }) => server_id);
  const everywhere = globsFor(allowed, '*');
  const registered = new Set(servers.map(({ id }) => id));
  const gone = Object.keys(allowed).filter((id) => id !== '*' && !registered.has(id));
  const entries = [
    ...gone.map((id) => ({ id, server: null })),
    ...servers.map((server) => ({ id: server.id, server })),
  ];
  return entries.flatMap(({ id, server }): MatrixRow[] => {
    const tools = (byServer.get(id) ?? []).toSorted((a, b) => RISKS[a.risk] - RISKS[b.risk]);
    const globs = globsFor(allowed, id);
    const effective = [...globs, ...everywhere];
    const idle = idleGlobs(
      globs,
      tools.map(({ name }) => name),
    );
    const named = holds(`${id}\n${server?.registration.name ?? ''}`.toLowerCase(), words);
    const matching = named
      ? tools
      : tools.filter(({ name, title, description }) =>
          holds(`${name}\n${title ?? ''}\n${description}`.toLowerCase(), words),
        );
    if (!named && matching.length === 0) return [];
    if (onlyAllowed && effective.length === 0) return [];
    const row: ServerRow = {
      ...{ kind: 'server', key: id, id, server, tools, globs, effective },
      tick: tickOf(effective),
      allowed: tools.filter(({ name }) => isAllowed(effective, name)).length,
      open: open.has(id) || !named,
      canOpen: tools.length + idle.length > 0,
    };
    if (!row.open) return [row];
    const toolRows = matching
      .map(
        (tool): ToolRow => ({
          ...{ kind: 'tool', key: `${id}/${tool.name}`, of: row, tool },
          allowed: isAllowed(effective, tool.name),
          everywhere: isAllowed(everywhere, tool.name),
        }),
      )
      .filter((each) => !onlyAllowed || each.allowed);
    const idleRows = (named ? idle : []).map(
      (glob): IdleRow => ({ kind: 'idle', key: `${id} ${glob}`, of: row, glob }),
    );
    return [row, ...idleRows, ...toolRows];
  });
}
