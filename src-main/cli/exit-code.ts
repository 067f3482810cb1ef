import { FAILURE_KINDS, type FailureCode } from '../kernel/failure.ts';
import { assertNever } from '../kernel/result.ts';

/** 0 done, 1 failed, 2 usage, 3 not found, 4 denied, 5 unavailable (DESIGN.md 12). */
export function exitCodeOf(code: FailureCode): number {
  const kind = FAILURE_KINDS[code];
  switch (kind) {
    case 'input':
      return 2;
    case 'missing':
      return 3;
    case 'refused':
      return 4;
    case 'server':
    case 'machine':
      return 5;
    case 'conflict':
    case 'file':
    case 'own':
      return 1;
    default:
      return assertNever(kind);
  }
}
