import type { Failure } from '../kernel/failure.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Link } from './connection.ts';

/** A connected server with the means to end it. */
export interface OpenLink {
  readonly link: Link;
  /** Ends the link, and for a process its whole tree; settles when that is done. */
  close(reason: Failure): Promise<void>;
  /** Journals the launch if that was left out, for whoever comes to use the link. */
  readonly record?: () => Result<unknown>;
}

/** The link, with its launch in the journal if whoever gets it wants it there. */
export function recorded({ link, record }: OpenLink, unrecorded: boolean): Result<Link> {
  const kept = unrecorded ? ok() : (record?.() ?? ok());
  return kept.ok ? ok(link) : kept;
}
