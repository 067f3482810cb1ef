import { type AnchorStore, type NotedEnd, readAnchor } from './journal-anchor.ts';

export interface JournalEnd {
  readonly seq: number;
  readonly hash: string;
}

/** What the journal does for the one who notes its end. */
export interface NotesEnd {
  /** An anchor that could be read only now (a locked keychain) is to be compared before it is replaced. */
  readonly onLateRead: () => void;
  /**
   * The last entry, on the disk when it is given: or a power cut would look like a rollback. null:
   * there is none, or it cannot be had now.
   */
  readonly end: () => JournalEnd | null;
}

/** At most so often for the number of entries: each time waits for the disk twice. */
const PACE_MS = 1_000;

/** Keeps the end of the journal noted at one place. */
export class EndNote implements NotedEnd {
  readonly place: string;
  readonly #store: AnchorStore;
  readonly #journal: NotesEnd;
  #anchor: NotedEnd['anchor'] = null;
  #isRead = false;
  #entries = 0;
  #timer: NodeJS.Timeout | undefined;
  #pause: NodeJS.Timeout | undefined;
  #noting: Promise<void> = Promise.resolve();

  constructor(store: AnchorStore, journal: NotesEnd) {
    this.place = store.place;
    this.#store = store;
    this.#journal = journal;
  }

  get anchor(): NotedEnd['anchor'] {
    return this.#anchor;
  }

  async read(): Promise<void> {
    if (this.#isRead) return;
    const noted = await readAnchor(this.#store);
    if (!noted.ok) return;
    this.#isRead = true;
    this.#anchor = noted.value;
  }

  begin(): void {
    this.#timer = setInterval(() => void this.note(), this.#store.every_ms);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#pause);
  }

  /** To be told of each entry. */
  count(): void {
    this.#entries += 1;
    this.#noteIfMany();
  }

  #noteIfMany(): void {
    const { every_entries } = this.#store;
    if (every_entries === null || this.#entries < every_entries || this.#pause !== undefined)
      return;
    void this.note();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#noteIfMany();
    }, PACE_MS).unref();
  }

  /** One that cannot be written leaves the earlier one, which stays true. */
  note(): Promise<void> {
    this.#entries = 0;
    this.#noting = this.#noting.then(() => this.#note());
    return this.#noting;
  }

  async #note(): Promise<void> {
    const isLate = !this.#isRead;
    await this.read();
    if (!this.#isRead) return;
    if (isLate) this.#journal.onLateRead();
    const end = this.#journal.end();
    const before = this.#anchor;
    if (end === null || (before !== null && before !== 'spoiled' && before.hash === end.hash)) {
      return;
    }
    if ((await this.#store.write(JSON.stringify(end))).ok) this.#anchor = end;
  }
}
