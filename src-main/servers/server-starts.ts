import type { Result } from '../kernel/result.ts';
import type { RegisteredServer } from '../registry/registry.ts';
import type { Life } from './life.ts';
import { lifeSigns } from './life-signs.ts';
import type { OpenLink } from './open-link.ts';
import type { PendingStart } from './pending-start.ts';
import type { ServerBreaker } from './server-breaker.ts';
import type { SlotParts } from './slot-parts.ts';
import { StderrLog } from './stderr-log.ts';

/** The starts of one server, each with a log of its own, and what was learned from them. */
export class ServerStarts {
  readonly #parts: SlotParts;
  readonly #breaker: ServerBreaker;
  #log: StderrLog;
  #endsOnProbe = false;

  constructor(parts: SlotParts, breaker: ServerBreaker) {
    this.#parts = parts;
    this.#breaker = breaker;
    this.#log = new StderrLog(parts.redactor, parts.onLogLine);
  }

  /** Of the last start. */
  get log(): StderrLog {
    return this.#log;
  }

  /** It is another launch. */
  forget(): void {
    this.#endsOnProbe = false;
  }

  /** `onSign` gets the last line on stderr while it starts. */
  async open(
    server: RegisteredServer,
    life: Life,
    { signal, unrecorded }: Pick<PendingStart, 'signal' | 'unrecorded'>,
    onSign: (last_line: string) => void,
  ): Promise<Result<OpenLink>> {
    const { clock, redactor, onLogLine, open } = this.#parts;
    const log = new StderrLog(redactor, onLogLine);
    this.#log = log;
    const options = {
      ...{ signal, unrecorded, stderr: log, endsOnProbe: this.#endsOnProbe },
      onSign: lifeSigns(clock, log, onSign),
      onEndsOnProbe: () => {
        this.#endsOnProbe = true;
      },
      guard: life.request,
    };
    return await this.#breaker.start(
      () => open(server, options),
      () => log.lines,
    );
  }
}
