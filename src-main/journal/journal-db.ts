import type { KeyObject } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import type { Failure } from '../kernel/failure.ts';
import { fileIdentity } from '../kernel/file-identity-file.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { type Db, openDatabase, sqliteFailure } from '../kernel/sqlite-db.ts';
import { Topic } from '../kernel/topic.ts';
import { Checkpoints, WAL_MAX_PAGES } from './checkpoints.ts';
import { EntryBytes } from './entry-bytes.ts';
import { EntryQueue } from './entry-queue.ts';
import { EntryWriter } from './entry-writer.ts';
import type {
  AppendOptions,
  Journal,
  JournalDraft,
  JournalEntry,
  JournalFilter,
  JournalLimits,
  JournalVerdict,
} from './journal.ts';
import type { AnchorStore } from './journal-anchor.ts';
import { journalSubkey } from './journal-chain.ts';
import { type NewEntry, rowFrom } from './journal-row.ts';
import { JOURNAL_TABLES } from './journal-tables.ts';
import { EndNote, type JournalEnd } from './noted-end.ts';
import { QuietWork } from './quiet-work.ts';
import { readEntry, readList, readPage } from './read-entries.ts';
import { CANNOT_SIGN, mergeIndex, retainEntries } from './retain-entries.ts';
import { STATE_REPLACED } from './state-replaced.ts';
import { TextIndex } from './text-index.ts';
import { BREAK_FIELD, headProblem, readLast, verifyJournal } from './verify-journal.ts';

export interface OpenJournalOptions {
  readonly path: string;
  /** null: entries are chained, but nothing vouches for the end of the chain. */
  readonly key: Uint8Array | null;
  /** Applied to every text and every detail before it is stored. */
  readonly redact: (value: unknown) => unknown;
  readonly clock: Clock;
  /** Called when an entry could not be written because the disk is full. */
  readonly onFull?: (failure: Failure) => void;
  /** Where the highest entry is noted outside of the file. */
  readonly anchors?: readonly AnchorStore[];
  /** Asked before each entry: whether the home is still ours. */
  readonly guard?: () => Result<void>;
  /** For a second process that only looks: writes no entry, no anchor. */
  readonly read_only?: boolean;
}

/**
 * Opens the journal. When its end is not as we left it (cut, rolled back, exchanged) that is written
 * down as an entry of its own, so that going on does not hide it. Fails with journal_unavailable.
 */
export async function openJournal(options: OpenJournalOptions): Promise<Result<Journal>> {
  const opened = openDatabase(options.path, {
    synchronous: 'NORMAL',
    wal_max_pages: WAL_MAX_PAGES,
  });
  if (!opened.ok) return unavailable(opened.failure);
  const subkey = options.key === null ? null : journalSubkey(options.key);
  const journal = new JournalDb(opened.value, options, subkey);
  try {
    opened.value.exec(JOURNAL_TABLES);
    await journal.start();
    return ok(journal);
  } catch (error) {
    opened.value.close();
    const known = sqliteFailure(error, options.path);
    if (known === null) throw error;
    return unavailable(known);
  }
}

const unavailable = (cause: Failure) =>
  fail('journal_unavailable', `The journal cannot be used: ${cause.message}`, {
    ...(cause.fix === undefined ? {} : { fix: cause.fix }),
    ...(cause.params === undefined ? {} : { params: cause.params }),
  });

class JournalDb implements Journal {
  readonly appended = new Topic<{ readonly seq: number }>();
  readonly #db: Db;
  readonly #options: OpenJournalOptions;
  readonly #subkey: KeyObject | null;
  readonly #file: string | null;
  readonly #notes: readonly EndNote[];
  readonly #index: TextIndex;
  readonly #writer: EntryWriter;
  readonly #queue: EntryQueue;
  readonly #quiet: QuietWork;
  readonly #checkpoints: Checkpoints;
  readonly #bytes = new EntryBytes();
  #closed = false;

  constructor(db: Db, options: OpenJournalOptions, subkey: KeyObject | null) {
    this.#db = db;
    this.#options = options;
    this.#subkey = subkey;
    this.#file = fileIdentity(options.path);
    const hands = {
      onLateRead: () => void this.#unlessUnwritable(() => this.#recordBreak()),
      end: () => this.#end(),
    };
    this.#index = new TextIndex(db, (step) => this.#attempt(step));
    this.#checkpoints = new Checkpoints(db);
    this.#quiet = new QuietWork({
      piece: () => this.#index.next() || this.#attempt(() => this.#checkpoints.next()),
      isUrgent: () => this.#index.isFarBehind,
    });
    this.#notes = (options.anchors ?? []).map((store) => new EndNote(store, hands));
    this.#writer = new EntryWriter(db, { subkey, notes: this.#notes });
    this.#queue = new EntryQueue((entries, durable) => this.#write(entries, durable));
  }

  async start(): Promise<void> {
    await Promise.all(this.#notes.map((note) => note.read()));
    if (this.#options.read_only === true) return;
    this.#recordBreak();
    await Promise.all(this.#notes.map((note) => note.note()));
    for (const note of this.#notes) note.begin();
  }

  append(draft: JournalDraft, { durable = false }: AppendOptions = {}): Result<{ seq: number }> {
    this.#queue.flush();
    const written = this.#write([this.#entry(draft)], durable);
    return written.ok ? ok({ seq: written.value.first }) : written;
  }

  enter(
    draft: JournalDraft,
    { durable = false }: AppendOptions = {},
  ): Promise<Result<{ seq: number }>> {
    return this.#queue.add(this.#entry(draft), durable);
  }

  retain(limits: JournalLimits): Result<{ removed: number; more: boolean }> {
    this.#queue.flush();
    const open = this.#mayWrite();
    if (!open.ok) return open;
    const subkey = this.#subkey;
    if (subkey === null) return fail(CANNOT_SIGN);
    this.#index.catchUp();
    try {
      const now = this.#options.clock.now();
      const done = this.#durably(() =>
        this.#writer.transaction((add) => {
          const write = (draft: JournalDraft) => add(this.#entry(draft));
          return retainEntries(this.#db, limits, { subkey, now, write, bytes: this.#bytes });
        }),
      );
      const merging = mergeIndex(this.#db);
      if (done === null) return ok({ removed: 0, more: merging });
      this.appended.emit({ seq: done.seq });
      return ok({ removed: done.removed, more: done.more || merging });
    } catch (error) {
      return this.#notWritten(error);
    }
  }

  async indexed(): Promise<void> {
    this.#queue.flush();
    await this.#index.follow();
  }

  list(filter: JournalFilter): { entries: JournalEntry[]; total: number } {
    this.#bringUpToDate(filter);
    return readList(this.#db, filter);
  }

  page(filter: JournalFilter): { entries: JournalEntry[]; next_before_seq: number | null } {
    this.#bringUpToDate(filter);
    return readPage(this.#db, filter);
  }

  show(seq: number): Result<JournalEntry> {
    this.#queue.flush();
    return readEntry(this.#db, seq);
  }

  #bringUpToDate(filter: JournalFilter): void {
    this.#queue.flush();
    if (filter.text !== undefined) this.#index.catchUp();
  }

  verify(): JournalVerdict {
    this.#queue.flush();
    const context = { subkey: this.#subkey, noted: this.#notes };
    return this.#db.snapshot(() => verifyJournal(this.#db, context));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#queue.flush();
    this.#closed = true;
    for (const note of this.#notes) note.stop();
    this.#quiet.stop();
    if (this.#options.read_only !== true) {
      await Promise.all(this.#notes.map((note) => note.note()));
    }
    this.#db.close();
  }

  /** A step of the index, or a checkpoint: the entries are what counts, and whoever needs one learns why it fails. */
  #attempt(step: () => boolean): boolean {
    const may = this.#options.read_only !== true && this.#mayWrite().ok;
    return may && this.#unlessUnwritable(step) === true;
  }

  /** An entry that goes into a file which no path leads to any more is no record. */
  #mayWrite(): Result<void> {
    if (this.#closed) return fail('journal_unavailable', 'The journal is closed.');
    if (fileIdentity(this.#options.path) !== this.#file) return fail(STATE_REPLACED);
    return this.#options.guard?.() ?? ok();
  }

  #notWritten(error: unknown): Result<never> {
    const known = sqliteFailure(error, this.#options.path);
    if (known === null) throw error;
    if (known.code === 'disk_full') this.#options.onFull?.(known);
    return unavailable(known);
  }

  #entry(draft: JournalDraft): NewEntry {
    const { clock, redact } = this.#options;
    return rowFrom(draft, { now: clock.now(), redact });
  }

  /** All of them or none; `first` is the number of the first. */
  #write(entries: readonly NewEntry[], durable: boolean): Result<{ first: number }> {
    const open = this.#mayWrite();
    if (!open.ok) return open;
    try {
      const insert = () => this.#insert(entries);
      const written = durable ? this.#durably(insert) : insert();
      this.#checkpoints.committed();
      this.#quiet.disturb();
      for (const seq of written) {
        for (const note of this.#notes) note.count();
        this.#index.added(seq);
        this.appended.emit({ seq });
      }
      return ok({ first: written[0] ?? 0 });
    } catch (error) {
      return this.#notWritten(error);
    }
  }

  #insert(entries: readonly NewEntry[]): number[] {
    return this.#writer.transaction((write) => entries.map(write));
  }

  #durably<T>(work: () => T): T {
    this.#db.exec('PRAGMA synchronous = FULL');
    try {
      return work();
    } finally {
      this.#db.exec('PRAGMA synchronous = NORMAL');
    }
  }

  #recordBreak(): void {
    const context = { subkey: this.#subkey, noted: this.#notes };
    // As of one moment: another process may be writing just now.
    const problem = this.#db.snapshot(() => headProblem(this.#db, context));
    if (problem === null) return;
    this.#insert([this.#entry({ kind: 'owner', detail: { [BREAK_FIELD]: problem } })]);
  }

  #end(): JournalEnd | null {
    // What only an unlinked file holds must stay missing from what is noted of it.
    if (fileIdentity(this.#options.path) !== this.#file) return null;
    const last = this.#unlessUnwritable(() => {
      this.#durably(() => this.#db.run('UPDATE head SET seq = seq WHERE id = 1'));
      return readLast(this.#db);
    });
    return last ?? null;
  }

  /** A full disk is no reason to stop: the next append says so to whoever needs the entry. */
  #unlessUnwritable<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (sqliteFailure(error, this.#options.path) === null) throw error;
      return null;
    }
  }
}
