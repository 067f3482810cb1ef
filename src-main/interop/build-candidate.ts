import { authOf } from './candidate-auth.ts';
import { envOf } from './candidate-env.ts';
import { type CandidateParts, rewritten } from './candidate-parts.ts';
import type { Dialect } from './dialect.ts';
import type { ImportCandidate, ImportRegistration } from './paste-types.ts';
import { PLACEHOLDER } from './placeholders.ts';
import { scrubbed } from './scrub-values.ts';
import { SecretList, type SecretNames } from './secret-names.ts';
import { isSecretName } from './secret-patterns.ts';
import type { ServerDraft } from './server-draft.ts';
import { commandSuggestions, type FileExists } from './suggest-command.ts';
import { addressWithoutSignIn } from './url-sign-in.ts';
import { withdrawArgv, withdrawDefaults } from './withdraw-argv.ts';
import { withdrawAddresses } from './withdraw-text.ts';

/**
 * One candidate from what its source wrote: placeholders in our syntax, no secret value left.
 * Undefined when it holds more than SECRETS_MAX secrets, which is no server but a mistake.
 */
export function buildCandidate(
  draft: ServerDraft,
  dialect: Dialect,
  id: string,
  names: SecretNames,
  fileExists: FileExists | undefined,
): ImportCandidate | undefined {
  const secrets = new SecretList(names, id);
  const parts: CandidateParts = {
    style: dialect.placeholders,
    secrets,
    suggestions: [...draft.suggestions],
    not_imported: [...draft.not_imported],
    asked: new Map(),
  };
  const signIn = addressWithoutSignIn(draft, parts);
  const { env, env_keys } = envOf(draft, parts);
  const rewrittenArgv = draft.argv.map((argument) =>
    withdrawDefaults(rewritten(argument, parts), 'argv', secrets),
  );
  const command_argv = withdrawArgv(rewrittenArgv, secrets);
  const auth = authOf(signIn, parts);
  const url = withdrawAddresses(
    withdrawDefaults(rewritten(signIn.url, parts), 'url', secrets),
    'url',
    secrets,
  );
  const registration: ImportRegistration = {
    name: displayName(draft.title || draft.name),
    transport: draft.transport,
    command_argv,
    cwd: withdrawDefaults(rewritten(draft.cwd, parts), 'argv', secrets),
    env,
    env_keys,
    url,
    auth,
    enabled: !draft.disabled,
    timeouts: draft.timeouts,
  };
  const placeholders = placeholdersOf(registration);
  for (const name of placeholders) {
    const reason = parts.asked.get(name);
    if (reason === undefined && !isSecretName(name)) continue;
    const place = command_argv.some((part) => part.includes(`\${${name}`)) ? 'argv' : 'env';
    const where = url.includes(`\${${name}`) ? 'url' : place;
    secrets.addNamed(where, name, null, reason ?? `The source takes it from \${${name}}.`);
  }
  if (secrets.all().some(({ place }) => place === 'argv')) {
    parts.suggestions.push({
      code: 'secret_in_argv',
      text: 'A secret in the arguments shows in the process list: if the server can read it from a variable, name that variable instead.',
    });
  }
  parts.suggestions.push(...commandSuggestions(command_argv, draft.argv[0] ?? '', fileExists));
  if (secrets.all().length > SECRETS_MAX) return undefined;
  return scrubbed({
    source_name: draft.name,
    id,
    registration,
    secrets: secrets.all(),
    placeholders,
    suggestions: parts.suggestions,
    not_imported: parts.not_imported,
    disabled_in_source: draft.disabled,
  });
}

const NAME_MAX = 200;
export const SECRETS_MAX = 200;

const displayName = (name: string): string =>
  name
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX) || 'server';

function placeholdersOf(registration: ImportRegistration): string[] {
  const { command_argv, cwd, env, url } = registration;
  const texts = [...command_argv, cwd, ...Object.values(env), url];
  const names = texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map((match) => match[1]));
  return [...new Set(names)].filter((name) => name !== undefined);
}
