import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Change, Surface } from '../kernel/surface.ts';
import type { Trust } from '../trust/trust.ts';
import { Definition } from './definition.ts';

/** Characters of field texts kept in one row; beyond it only the hashes are kept. */
const MAX_ROW_TEXT = 1_000_000;

export const PIN_KINDS = ['tools', 'prompts', 'instructions'] as const;
export type PinKind = (typeof PIN_KINDS)[number];

/** null: the first complete listing since the confirmation is still to come. */
const Accepted = z.array(Definition).nullable();
export const PinRow = z.object({
  confirmation: z.string(),
  at: z.string(),
  by: z.string(),
  tools: Accepted,
  prompts: Accepted,
  instructions: Accepted,
});
type Row = z.infer<typeof PinRow>;

/** Complete listings; null where one is incomplete or was not asked for. */
export type Offered = Readonly<Record<PinKind, readonly Definition[] | null>>;

export interface PinVerdict {
  readonly state: 'accepted' | 'new' | 'changed';
  readonly changes: readonly Change[];
}

/**
 * What of each server's definitions a person has accepted (DESIGN.md 1, "pin"). One row of trust.db per
 * server, so that accepting a whole catalog is one write that is there or is not.
 */
export interface Pins {
  /** Accepts what is the first complete listing since the confirmation; everything else waits. */
  settle(id: string, confirmation: string, offered: Offered): Result<void>;
  judge(id: string, confirmation: string, kind: PinKind, definition: Definition): PinVerdict;
  /** Accepts these as they are. keychain_unavailable without a key: then nothing is accepted. */
  accept(
    id: string,
    confirmation: string,
    items: Readonly<Record<PinKind, readonly Definition[]>>,
    by: Surface,
  ): Result<void>;
  forget(id: string): Result<void>;
}

type Index = { row: Row; byName: Record<PinKind, Map<string, Definition>> };

export function createPins(trust: Trust, clock: Clock): Pins {
  // Only this part writes these rows, and one process owns the home.
  const known = new Map<string, Index | null>();
  const rowId = (id: string) => `${id}/catalog`;

  function read(id: string): Index | null {
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const parsed = PinRow.safeParse(trust.get('pin', rowId(id)));
    const index = parsed.success ? indexed(parsed.data) : null;
    known.set(id, index);
    return index;
  }

  function write(id: string, row: Row): Result<void> {
    const bounded = withinBounds(row);
    const put = trust.put('pin', rowId(id), bounded);
    if (put.ok) known.set(id, indexed(bounded));
    return put;
  }

  const blank = (confirmation: string, by: string): Row => ({
    confirmation,
    at: new Date(clock.now()).toISOString(),
    by,
    tools: null,
    prompts: null,
    instructions: null,
  });

  return {
    settle(id, confirmation, offered) {
      const found = read(id)?.row;
      // A row that was tampered with is not the same as none: accepting anew would be its reward.
      if (found === undefined && isBroken(trust, rowId(id)))
        return fail('trust_pending', `What was accepted of ${id} can no longer be trusted.`, {
          fix: `Review its tools: gatehouse tool review ${id}`,
          params: { id },
        });
      const row =
        found?.confirmation === confirmation ? found : blank(confirmation, 'confirmation');
      const next = { ...row };
      for (const kind of PIN_KINDS) next[kind] = row[kind] ?? copy(offered[kind]);
      const isSame = row === found && PIN_KINDS.every((kind) => next[kind] === row[kind]);
      return isSame ? ok() : write(id, next);
    },

    judge(id, confirmation, kind, definition) {
      const index = read(id);
      if (index === null || index.row.confirmation !== confirmation)
        return { state: 'new', changes: [] };
      const accepted = index.byName[kind].get(definition.name);
      if (accepted === undefined) return { state: 'new', changes: [] };
      if (accepted.hash === definition.hash) return { state: 'accepted', changes: [] };
      return { state: 'changed', changes: changesBetween(accepted, definition) };
    },

    accept(id, confirmation, items, by) {
      const found = read(id)?.row;
      const base = found?.confirmation === confirmation ? found : blank(confirmation, by.kind);
      const next = { ...base, at: new Date(clock.now()).toISOString(), by: by.kind };
      for (const kind of PIN_KINDS) {
        if (items[kind].length === 0) continue;
        const names = new Set(items[kind].map(({ name }) => name));
        const others = (base[kind] ?? []).filter(({ name }) => !names.has(name));
        next[kind] = [...others, ...items[kind]];
      }
      return write(id, next);
    },

    forget(id) {
      known.delete(id);
      return trust.remove('pin', rowId(id));
    },
  };
}

const copy = (definitions: readonly Definition[] | null): Definition[] | null =>
  definitions === null ? null : [...definitions];

const isBroken = (trust: Trust, id: string): boolean =>
  trust.broken().some((row) => row.kind === 'pin' && row.id === id);

function indexed(row: Row): Index {
  const byName = (kind: PinKind) => new Map((row[kind] ?? []).map((each) => [each.name, each]));
  return {
    row,
    byName: {
      tools: byName('tools'),
      prompts: byName('prompts'),
      instructions: byName('instructions'),
    },
  };
}

function changesBetween(before: Definition, after: Definition): Change[] {
  const old = new Map(before.fields.map((field) => [field.field, field]));
  const now = new Map(after.fields.map((field) => [field.field, field]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => old.get(field)?.hash !== now.get(field)?.hash)
    .map((field) => ({
      field,
      before: old.get(field)?.text ?? null,
      after: now.get(field)?.text ?? null,
    }));
}

function withinBounds(row: Row): Row {
  let left = MAX_ROW_TEXT;
  const bounded = (definitions: Definition[] | null): Definition[] | null =>
    definitions?.map((definition) => ({
      ...definition,
      fields: definition.fields.map((field) => {
        left -= field.text.length;
        return left < 0 ? { ...field, text: '…' } : field;
      }),
    })) ?? null;
  return {
    ...row,
    tools: bounded(row.tools),
    prompts: bounded(row.prompts),
    instructions: bounded(row.instructions),
  };
}
