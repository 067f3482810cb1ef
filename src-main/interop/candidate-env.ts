import { type CandidateParts, onlyPlaceholder, rewritten } from './candidate-parts.ts';
import { holdsSecret, isPlainSwitch, isSample, isSecretName } from './secret-patterns.ts';
import type { ServerDraft } from './server-draft.ts';
import { withdrawDefaults } from './withdraw-argv.ts';
import { literalOf } from './withdraw-text.ts';

export interface CandidateEnv {
  readonly env: Readonly<Record<string, string>>;
  readonly env_keys: readonly string[];
}

/** Plain variables stay in `env`; secrets leave only their name in `env_keys`. */
export function envOf(draft: ServerDraft, parts: CandidateParts): CandidateEnv {
  const env = new Map<string, string>();
  const keys = new Set<string>();
  for (const key of draft.env_keys) {
    keys.add(key);
    parts.secrets.addNamed('env', key, null, 'The source names it without a value.');
  }
  for (const [key, written] of draft.env) {
    const text = rewritten(written, parts);
    const only = onlyPlaceholder(text);
    if (only && only.name === key && parts.asked.has(key)) {
      keys.add(key);
      parts.secrets.addNamed('env', key, null, parts.asked.get(key) ?? '');
      continue;
    }
    const reason = secretReason(key, text);
    if (reason === undefined) {
      env.set(key, withdrawDefaults(text, 'env', parts.secrets));
      continue;
    }
    const value = isSample(literalOf(text)) ? null : written;
    if (parts.secrets.addNamed('env', key, value, reason)) {
      keys.add(key);
      continue;
    }
    const name = parts.secrets.add('env', key, value, reason);
    env.set(key, `\${${name}}`);
    const clash = `${key} has another value for another server: this one is kept as ${name}.`;
    parts.suggestions.push({ code: 'secret_name_clash', text: clash });
  }
  return { env: Object.fromEntries(env), env_keys: [...keys] };
}

function secretReason(key: string, text: string): string | undefined {
  const literal = literalOf(text);
  if (holdsSecret(literal)) return `The value of ${key} has the form of a secret.`;
  const isScheme = literal !== text && /^\s*(?:bearer|basic|token)?\s*$/i.test(literal);
  if (!isSecretName(key) || isScheme || isPlainSwitch(text)) return undefined;
  if (isSample(literal)) return `${key} is to be filled in.`;
  return `${key} names a secret.`;
}
