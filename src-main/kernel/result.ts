import { type Failure, type FailureCode, failure } from './failure.ts';

/** What a function returns that can fail in a way its caller is expected to handle. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function ok(): Result<void>;
export function ok<T>(value: T): Result<T>;
export function ok<T>(value?: T): Result<T | undefined> {
  return { ok: true, value };
}

/** A failed result, from a Failure or from its parts. */
export function fail(
  codeOrFailure: FailureCode | Failure,
  message = '',
  more: { fix?: string; params?: Record<string, string | number> } = {},
): { readonly ok: false; readonly failure: Failure } {
  return {
    ok: false,
    failure:
      typeof codeOrFailure === 'string' ? failure(codeOrFailure, message, more) : codeOrFailure,
  };
}

/** Closes a switch over a union: a new member is a type error here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
