import type { ErrorObject } from 'ajv';

const MAX_PROBLEMS = 5;
const MAX_LENGTH = 200;
const MAX_VALUES = 8;

/** Validation errors as sentences with JSON paths (`$.files[0].path`), no more than five. */
export function argumentProblems(errors: readonly ErrorObject[]): string[] {
  const problems = new Set(errors.map(sentence));
  return [...problems].slice(0, MAX_PROBLEMS);
}

function sentence(error: ErrorObject): string {
  const at = pathOf(error.instancePath);
  const params: Record<string, unknown> = error.params;
  const { missingProperty, additionalProperty, unevaluatedProperty, allowedValues } = params;
  const unknown = additionalProperty ?? unevaluatedProperty;
  if (typeof missingProperty === 'string') return cut(`${at}${step(missingProperty)} is missing.`);
  if (typeof unknown === 'string') return cut(`${at}${step(unknown)} is not a known argument.`);
  if (Array.isArray(allowedValues)) {
    const values = allowedValues.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
    const more = allowedValues.length > MAX_VALUES ? ', …' : '';
    return cut(`${at} must be one of ${values.join(', ')}${more}.`);
  }
  return cut(`${at} ${error.message ?? 'does not fit'}.`);
}

/** A JSON Pointer as a JSON path. */
const pathOf = (pointer: string): string =>
  `$${pointer
    .split('/')
    .slice(1)
    .map((part) => step(part.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join('')}`;

const step = (key: string): string =>
  /^\d+$/.test(key)
    ? `[${key}]`
    : /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)
      ? `.${key}`
      : `[${JSON.stringify(key)}]`;

const cut = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).toWellFormed()}…` : text;
