import type { z } from 'zod';

/** Who may send a request: the main window, the approval window, the CLI (and REST on the admin socket). */
export type Role = 'app' | 'approval' | 'cli';
export const ROLES = ['app', 'approval', 'cli'] as const;

type Http = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

export interface RequestSpec<
  I extends z.ZodType,
  O extends z.ZodType,
  F extends readonly Role[] = readonly Role[],
> {
  readonly from: F;
  readonly input: I;
  readonly output: O;
  /** Route below /api/v1; `{field}` is taken from the path, GET fields from the query, others from the body. */
  readonly http: Http;
}

const DOORS = ['app', 'cli'] as const;
export const ANY_ROLE = ['app', 'approval', 'cli'] as const;

/** The roles stay literal types, so that each bridge offers exactly what its window may send. */
export const requestFrom = <
  I extends z.ZodType,
  O extends z.ZodType,
  const F extends readonly Role[],
>(
  from: F,
  http: Http,
  input: I,
  output: O,
): RequestSpec<I, O, F> => ({ from, input, output, http });

export const request = <I extends z.ZodType, O extends z.ZodType>(
  http: Http,
  input: I,
  output: O,
) => requestFrom(DOORS, http, input, output);
