import type { ImportCandidate, Paste } from '../../../../src-preload/contract/index.ts';
import { idFault } from './draft.ts';

/** A secret value found in a paste, on its way to the keychain under an editable name. */
export interface FoundSecret {
  readonly place: ImportCandidate['secrets'][number]['place'];
  readonly found_as: string;
  readonly name: string;
  readonly value: string;
  readonly reason: string;
}

/** One line of the checklist, as the person has edited it. */
export interface Choice {
  readonly candidate: ImportCandidate;
  readonly selected: boolean;
  readonly id: string;
  readonly argv: readonly string[];
  readonly secrets: readonly FoundSecret[];
}

const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Everything that can be added is ticked; ids already taken wait for another id. */
export function choicesOf(paste: Paste, taken: readonly string[]): Choice[] {
  return paste.candidates.map((candidate) => ({
    candidate,
    selected: idFault(candidate.id, taken) === null && !candidate.disabled_in_source,
    id: candidate.id,
    argv: candidate.registration.command_argv,
    secrets: candidate.secrets.map((secret) => ({
      place: secret.place,
      found_as: secret.name,
      name: secret.name,
      value: secret.value ?? '',
      reason: secret.reason,
    })),
  }));
}

export type ChoiceFault = NonNullable<ReturnType<typeof idFault>> | 'id_twice' | 'secret_invalid';

/** What keeps a choice from being added; null for none. */
export function choiceFault(
  choice: Choice,
  all: readonly Choice[],
  taken: readonly string[],
): ChoiceFault | null {
  const fault = idFault(choice.id, taken);
  if (fault !== null) return fault;
  if (
    choice.selected &&
    all.some((other) => other !== choice && other.selected && other.id === choice.id)
  )
    return 'id_twice';
  const named = choice.secrets.filter(({ value }) => value !== '');
  return named.every(({ name }) => SECRET_NAME.test(name)) ? null : 'secret_invalid';
}

/**
 * The registration to add: edited argv, and renamed secrets under their new names. A variable of the
 * child keeps its own name and takes the value by placeholder.
 */
export function registrationOf(choice: Choice): ImportCandidate['registration'] {
  const { registration } = choice.candidate;
  const renamed = choice.secrets.filter(({ found_as, name }) => found_as !== name);
  const nameOf = new Map(renamed.map(({ found_as, name }) => [found_as, name]));
  const filled = (text: string) =>
    text.replace(/\$\{([^}:]+)((?::-[^}]*)?)\}/g, (whole, name: string, rest: string) => {
      const fresh = nameOf.get(name);
      return fresh === undefined ? whole : `\${${fresh}${rest}}`;
    });
  const env = Object.entries(registration.env).map(([name, value]) => [name, filled(value)]);
  const handed = registration.env_keys.filter((name) => nameOf.has(name));
  const replaced = handed.map((name) => [name, `\${${nameOf.get(name)}}`]);
  return {
    ...registration,
    command_argv: choice.argv.map(filled),
    cwd: filled(registration.cwd),
    url: filled(registration.url),
    env: Object.fromEntries([...env, ...replaced]),
    env_keys: registration.env_keys.filter((name) => !nameOf.has(name)),
    auth: {
      ...registration.auth,
      env_key: nameOf.get(registration.auth.env_key) ?? registration.auth.env_key,
    },
  };
}
