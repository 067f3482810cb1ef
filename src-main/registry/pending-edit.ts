import type { Failure } from '../kernel/failure.ts';
import type { Result } from '../kernel/result.ts';
import type { Change, Surface } from '../kernel/surface.ts';

/** An edit from outside that waits for a person; what was accepted before holds until then. */
export interface PendingEdit {
  /** `file:policy.yml`, `file:agents/<name>.yml`, `runners`. */
  readonly item: string;
  readonly title: string;
  /** Values as JSON text; for a file the whole text before and after. */
  readonly changes: readonly Change[];
  /** Why it cannot be accepted as it stands. */
  readonly problem: Failure | null;
}

/** What every keeper of accepted content offers; reads are live. */
export interface OutsideEdits {
  pending(): readonly PendingEdit[];
  /** Accepts the item as it stands now. not_found when it does not wait; its own problem when it has one. */
  accept(item: string, by: Surface): Promise<Result<void>>;
}
