import type { Registration } from '../registry/registration.ts';
import type { LaunchWarning } from './launch-warnings.ts';
import { isEnvField, ownValue, placeholdersIn } from './placeholders.ts';

/**
 * Placeholders where they decide what runs or is contacted: the launch hash covers their names, not
 * what they are filled in with.
 */
export function placeholderWarnings(registration: Registration): LaunchWarning[] {
  const texts = placeholdersIn(registration)
    .filter(({ field }) => !isEnvField(field))
    .map(({ field, name }) => {
      const source =
        ownValue(registration, name) !== undefined
          ? `the secret ${name}, or its own variable of that name`
          : `the secret ${name}`;
      const effect = field === 'url' ? 'what is contacted' : 'what runs';
      return `${placeOf(field)} is filled in at each start from ${source}: whoever sets ${name} decides ${effect}.`;
    });
  return [...new Set(texts)].map((text) => ({ code: 'placeholder_in_launch', text }));
}

function placeOf(field: string): string {
  const index = /^command_argv\[(\d+)\]$/.exec(field)?.[1];
  if (index !== undefined) return `Argument ${Number(index) + 1}`;
  return field === 'url' ? 'The address' : 'The working folder';
}
