import type { Failure } from '../../src-main/kernel/failure.ts';
import { ok, type Result } from '../../src-main/kernel/result.ts';
import type { Link, ListKind, RawPage } from '../../src-main/servers/connection.ts';

type Answer = (
  cursor: string | null,
  signal: AbortSignal,
) => Result<RawPage> | Promise<Result<RawPage>>;

export interface FakeLink extends Link {
  /** Lists asked for, with their cursors. */
  readonly asked: readonly string[];
  /** Says that a list changed. */
  announce(kind: ListKind): void;
  end(failure: Failure): void;
}

export const page = (items: readonly unknown[], next_cursor: string | null = null) =>
  ok<RawPage>({ items, next_cursor });

let made = 0;

/** A link in this process: `lists` answers each list; a list that is missing is not offered. */
export function fakeLink(
  lists: Partial<Record<ListKind, Answer>>,
  more: Partial<Link> = {},
): FakeLink {
  const asked: string[] = [];
  const listeners = new Set<(kind: ListKind) => void>();
  const { promise: closed, resolve: end } = Promise.withResolvers<Failure>();
  const never = () => Promise.reject(new Error('not part of this test'));
  made += 1;
  return {
    server_id: 'srv',
    link_id: `link-${made}`,
    protocol_version: '2025-11-25',
    server_name: 'Fake',
    server_version: '1.0.0',
    instructions: '',
    pid: null,
    offers: {
      tools: lists.tools !== undefined,
      resources: lists.resources !== undefined,
      prompts: lists.prompts !== undefined,
      completions: false,
      logging: false,
      subscribe: false,
    },
    listPage: async (kind, cursor, signal) => {
      asked.push(cursor === null ? kind : `${kind} ${cursor}`);
      return (await lists[kind]?.(cursor, signal)) ?? page([]);
    },
    callTool: never,
    readResource: never,
    getPrompt: never,
    complete: never,
    subscribe: never,
    unsubscribe: never,
    isFollowed: () => false,
    onResourceUpdated: () => () => undefined,
    onListChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    giveUp: end,
    closed,
    onClosed: (listener) => {
      void closed.then(listener);
      return () => undefined;
    },
    asked,
    announce: (kind) => {
      for (const listener of listeners) listener(kind);
    },
    end,
    ...more,
  };
}

/** A tool definition without anything odd. */
export const tool = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: `Looks up ${name}`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  ...more,
});
