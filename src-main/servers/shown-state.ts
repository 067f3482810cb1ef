import type { Clock } from '../kernel/clock.ts';
import type { Failure } from '../kernel/failure.ts';
import type { ConnectionState, Link, PastFailure } from './connection.ts';

/** What a slot shows of itself, with the last failure kept while it is well again. */
export class ShownState {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #current: ConnectionState = { state: 'stopped' };
  #past: PastFailure | null = null;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get current(): ConnectionState {
    return this.#current;
  }

  starting(): void {
    this.#set({ state: 'starting', since: this.#clock.now() });
  }

  installing(last_line: string): void {
    const { current } = this;
    const since = 'since' in current ? current.since : this.#clock.now();
    this.#set({ state: 'installing', since, last_line });
  }

  ready(link: Link, since: number): void {
    const { protocol_version, server_name, server_version, pid } = link;
    this.#set({
      ...{ state: 'ready', since, protocol_version, server_name, server_version, pid },
      ...this.#pastFailure(),
    });
  }

  failed(failure: Failure): void {
    const at = this.#clock.now();
    this.#past = { at, failure };
    this.#set({ state: 'failed', since: at, failure });
  }

  stopped(because?: 'idle'): void {
    if (this.#current.state === 'stopped') return;
    this.#set({
      state: 'stopped',
      ...(because === undefined ? {} : { because }),
      ...this.#pastFailure(),
    });
  }

  /** What failed before belongs to another launch. */
  forget(): void {
    this.#past = null;
    if (this.#current.state === 'failed') this.stopped();
  }

  #pastFailure(): { readonly last_failure?: PastFailure } {
    return this.#past === null ? {} : { last_failure: this.#past };
  }

  #set(state: ConnectionState): void {
    this.#current = state;
    this.#onChange();
  }
}
