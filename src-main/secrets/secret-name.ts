import { fail, ok, type Result } from '../kernel/result.ts';

const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const VALUE_MAX_BYTES = 262_144;

/** A name must work as an environment variable, since that is how a server gets it. */
export const checkSecretName = (name: string): Result<void> =>
  SECRET_NAME.test(name)
    ? ok()
    : fail('bad_arguments', `"${name.slice(0, 80)}" cannot be the name of a secret.`, {
        fix: 'Use letters, digits and underscores, starting with a letter: GITHUB_TOKEN.',
      });

/** Values that a keychain or an environment would silently change are refused. */
export function checkSecretValue(value: string): Result<void> {
  if (value === '') return fail('bad_arguments', 'A secret cannot be empty.');
  if (value.includes('\0') || !value.isWellFormed()) {
    return fail('bad_arguments', 'The secret holds characters that no environment can carry.');
  }
  if (Buffer.byteLength(value) > VALUE_MAX_BYTES) {
    return fail('bad_arguments', `A secret may have at most ${VALUE_MAX_BYTES} bytes.`);
  }
  return ok();
}
