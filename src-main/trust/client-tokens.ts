import { randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { sha256Hex } from '../kernel/canonical-json.ts';
import type { Clock } from '../kernel/clock.ts';
import { serverIdFrom } from '../kernel/ids.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { Topic } from '../kernel/topic.ts';
import type { Trust } from './trust.ts';

/** `gth_` and 256 random bits in base64url. */
const TOKEN = /^gth_[A-Za-z0-9_-]{43}$/;

const Row = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  agent: z.string(),
  label: z.string(),
  /** Milliseconds since 1970. */
  created_at: z.number(),
  hold_s: z.number().int().min(1).nullable().default(null),
});

/** An AI application that may use the gateway as one agent. Its id is unique for ever and may be shown. */
export interface Client {
  readonly id: string;
  readonly agent: string;
  readonly label: string;
  readonly created_at: number;
  /** How long its calls wait for a person before they go back as pending; null: the setting's. */
  readonly hold_s: number | null;
}

/** Client tokens (DESIGN.md 7): kept as SHA-256 under the MAC of trust.db, read anew at each use. */
export interface ClientTokens {
  readonly changed: Topic<{ readonly id: string; readonly revoked: boolean }>;
  /** The token is in this answer and nowhere else. */
  create(agent: string, label: string, hold_s?: number): Result<{ client: Client; token: string }>;
  list(): readonly Client[];
  /** The client of a presented token; the time it takes does not depend on how much of it is right. */
  find(token: string): Client | undefined;
  revoke(id: string): Result<Client>;
}

const parsed = (list: ReturnType<Trust['list']>): { client: Client; sha256: string }[] =>
  list.flatMap(({ id, value }) => {
    const row = Row.safeParse(value);
    if (!row.success) return [];
    const { sha256, ...about } = row.data;
    return [{ client: { id, ...about }, sha256 }];
  });

export function createClientTokens({
  trust,
  clock,
}: {
  readonly trust: Trust;
  readonly clock: Clock;
}): ClientTokens {
  const changed: ClientTokens['changed'] = new Topic();
  let list: ReturnType<Trust['list']> = [];
  let known: ReturnType<typeof parsed> = [];
  const rows = () => {
    const now = trust.list('token');
    if (now !== list) known = parsed(now);
    list = now;
    return known;
  };

  function freeId(label: string): string {
    for (;;) {
      const id = `${serverIdFrom(label).slice(0, 40)}-${randomBytes(4).toString('hex')}`;
      if (trust.get('token', id) === undefined) return id;
    }
  }

  return {
    changed,
    create: (agent, label, hold_s) => {
      const token = `gth_${randomBytes(32).toString('base64url')}`;
      const about = { agent, label, created_at: clock.now(), hold_s: hold_s ?? null };
      const client = { id: freeId(label), ...about };
      const put = trust.put('token', client.id, { ...about, sha256: sha256Hex(token) });
      if (!put.ok) return put;
      changed.emit({ id: client.id, revoked: false });
      return ok({ client, token });
    },
    list: () => rows().map(({ client }) => client),
    find: (token) => {
      if (!TOKEN.test(token)) return undefined;
      const presented = Buffer.from(sha256Hex(token));
      let found: Client | undefined;
      for (const { client, sha256 } of rows())
        if (timingSafeEqual(presented, Buffer.from(sha256))) found = client;
      return found;
    },
    revoke: (id) => {
      const row = rows().find(({ client }) => client.id === id);
      if (row === undefined)
        return fail('not_found', `There is no client "${id}".`, {
          fix: 'List the clients with `gatehouse client list`.',
          params: { client: id },
        });
      const removed = trust.remove('token', id);
      if (!removed.ok) return removed;
      changed.emit({ id, revoked: true });
      return ok(row.client);
    },
  };
}
