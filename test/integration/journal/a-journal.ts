import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { Journal, JournalVerdict } from '../../../src-main/journal/journal.ts';
import type { AnchorStore } from '../../../src-main/journal/journal-anchor.ts';
import { type OpenJournalOptions, openJournal } from '../../../src-main/journal/journal-db.ts';
import { fail, ok, type Result } from '../../../src-main/kernel/result.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

export const KEY = new Uint8Array(32).fill(3);
export const newPath = () => join(tempFolder(), 'journal.db');

export async function open(path: string, more: Partial<OpenJournalOptions> = {}): Promise<Journal> {
  const options = { path, key: KEY, redact: (value: unknown) => value, clock: fakeClock() };
  const opened = await openJournal({ ...options, ...more });
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

/** A closed journal with entries 1 to 5. */
export async function five(more: Partial<OpenJournalOptions> = {}): Promise<string> {
  const path = newPath();
  const journal = await open(path, more);
  for (let at = 1; at <= 5; at += 1) {
    journal.append({ kind: 'call_requested', tool: `tool_${at}`, detail: { at } });
  }
  await journal.close();
  return path;
}

export const problemsOf = (verdict: JournalVerdict): string =>
  verdict.problems.map((each) => each.message).join(' ');

/** What a reader finds; that going on does not hide it is checked too. */
export async function verdict(path: string, more: Partial<OpenJournalOptions> = {}) {
  const reader = await open(path, { ...more, read_only: true });
  const before = reader.verify();
  await reader.close();
  const journal = await open(path, more);
  journal.append({ kind: 'launch' });
  const after = journal.verify();
  await journal.close();
  expect(after.intact).toBe(before.intact);
  return { text: problemsOf(before), ...before, after };
}

/** Takes the rules away that keep entries from being changed. */
export const UNLOCKED = `DROP TRIGGER entries_keep; DROP TRIGGER entries_stay; DROP TRIGGER entries_follow;`;
/** What another program of the same user can do to the file. */
export function meddle(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

export function anchorInMemory(): AnchorStore & {
  every_entries: number | null;
  text: string | null;
  locked: boolean;
} {
  const store = {
    place: 'the keychain',
    every_ms: 300_000,
    every_entries: null as number | null,
    text: null as string | null,
    locked: false,
    read: async (): Promise<Result<string | null>> =>
      store.locked ? fail('keychain_unavailable', 'locked') : ok(store.text),
    write: async (text: string): Promise<Result<void>> => {
      if (store.locked) return fail('keychain_unavailable', 'locked');
      store.text = text;
      return ok();
    },
  };
  return store;
}
