import { type Failure, failure } from '../kernel/failure.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Registration } from '../registry/registration.ts';
import type { Redactor } from '../secrets/redactor.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { isEnvField, type Lookup, ownValue, placeholderNames } from './placeholders.ts';

/** What a launch takes from the secret store and the environment. */
export interface ResolvedValues {
  /** For the child's environment: exactly the secrets named in `env_keys` and `auth`. */
  readonly secrets: ReadonlyMap<string, string>;
  /** For placeholders: secret, then plain `env`; for env values also Gatehouse's own environment. */
  readonly lookup: Lookup;
}

/** Names of the secrets without which a registration cannot start. */
export function neededSecrets(registration: Registration): readonly string[] {
  const { kind, env_key } = registration.auth;
  const forAuth = kind === 'env_bearer' || kind === 'env_header' ? [env_key] : [];
  const all = registration.transport === 'stdio' ? [...registration.env_keys, ...forAuth] : forAuth;
  return [...new Set(all.filter((name) => name !== ''))];
}

/**
 * Reads the values that a registration names. Every secret is taught to the redactor before anything
 * else can see it. `secret_missing` names the first that is not stored.
 */
export async function resolveValues(
  registration: Registration,
  store: SecretStore,
  redactor: Redactor,
  own: Readonly<Record<string, string | undefined>>,
): Promise<Result<ResolvedValues>> {
  const secrets = new Map<string, string>();
  const found = new Map<string, string>();
  const needed = neededSecrets(registration);
  for (const name of new Set([...needed, ...placeholderNames(registration)])) {
    const value = await store.get(name);
    if (!value.ok) return value;
    if (value.value === null) {
      if (needed.includes(name)) return { ok: false, failure: missing(name) };
      continue;
    }
    redactor.learn(name, value.value);
    found.set(name, value.value);
    if (needed.includes(name)) secrets.set(name, value.value);
  }
  return ok({
    secrets,
    lookup: (name, field) =>
      found.get(name) ??
      ownValue(registration, name) ??
      (isEnvField(field) && !/^GATEHOUSE_/i.test(name) ? own[name] : undefined),
  });
}

const missing = (name: string): Failure =>
  failure('secret_missing', `The secret ${name} is not stored.`, {
    fix: `Store it: gatehouse secret set ${name}`,
    params: { name },
  });

/** The header that carries the credentials to a remote server, if its registration names any. */
export function authHeaders(
  registration: Registration,
  secrets: ReadonlyMap<string, string>,
): Result<Record<string, string>> {
  const { kind, env_key, header_name } = registration.auth;
  if (kind === 'none' || kind === 'oauth') return ok({});
  if (env_key === '') {
    return {
      ok: false,
      failure: failure('secret_missing', 'The auth setting names no secret (env_key).', {
        fix: 'Name the stored secret in auth.env_key.',
        params: { name: '' },
      }),
    };
  }
  const value = secrets.get(env_key);
  if (value === undefined) return { ok: false, failure: missing(env_key) };
  if (/[\r\n\0]/.test(value)) {
    return {
      ok: false,
      failure: failure(
        'bad_arguments',
        `The secret ${env_key} holds a line break and cannot be a header.`,
        {
          fix: `Store it again without the line break: gatehouse secret set ${env_key}`,
          params: { name: env_key },
        },
      ),
    };
  }
  return ok(
    kind === 'env_bearer' ? { Authorization: `Bearer ${value}` } : { [header_name]: value },
  );
}
