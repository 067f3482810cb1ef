import { type CandidateParts, onlyPlaceholder, rewritten } from './candidate-parts.ts';
import type { ImportAuth } from './paste-types.ts';
import { PLACEHOLDER } from './placeholders.ts';
import { isSample, isSecretName } from './secret-patterns.ts';
import type { ServerDraft } from './server-draft.ts';

const NO_AUTH: ImportAuth = { kind: 'none', env_key: '', header_name: '' };

interface HeaderSource {
  readonly header: string;
  /** The value as written, or the variable that holds it. */
  readonly value?: string;
  readonly variable?: string;
}

/**
 * The one header that a registration can carry: a bearer token first, then Authorization, then a
 * header named like a secret, then any. The others are listed as not imported.
 */
export function authOf(draft: ServerDraft, parts: CandidateParts): ImportAuth {
  const sources = headerSources(draft);
  const chosen = sources[0];
  for (const { header } of sources.slice(1)) {
    parts.not_imported.push(`headers.${header} (one header can be sent per server)`);
  }
  if (!chosen) {
    return draft.oauth ? { kind: 'oauth', env_key: '', header_name: '' } : NO_AUTH;
  }
  if (draft.oauth) parts.not_imported.push('oauth (a header signs in already)');
  const isAuthorization = chosen.header.toLowerCase() === 'authorization';
  if (chosen.variable !== undefined) {
    const isBearer = isAuthorization && chosen.variable === draft.bearer_env;
    askFor(
      chosen.variable,
      null,
      `The header ${chosen.header} takes it from this variable.`,
      parts,
    );
    return isBearer ? bearer(chosen.variable) : header(chosen.header, chosen.variable);
  }
  const value = rewritten(chosen.value ?? '', parts).trim();
  const scheme = isAuthorization ? (/^bearer(?:\s+|$)/i.exec(value)?.[0] ?? '') : '';
  const key = keyFor(chosen.header, value.slice(scheme.length), scheme !== '', parts);
  return scheme === '' ? header(chosen.header, key) : bearer(key);
}

const bearer = (env_key: string): ImportAuth => ({
  kind: 'env_bearer',
  env_key,
  header_name: 'Authorization',
});

const header = (header_name: string, env_key: string): ImportAuth => ({
  kind: 'env_header',
  env_key,
  header_name,
});

function headerSources(draft: ServerDraft): HeaderSource[] {
  const sources: HeaderSource[] = [
    ...[...draft.headers].map(([header, value]) => ({ header, value })),
    ...[...draft.header_env].map(([header, variable]) => ({ header, variable })),
  ];
  if (draft.bearer_env !== '') {
    sources.unshift({ header: 'Authorization', variable: draft.bearer_env });
  }
  const rank = ({ header, variable }: HeaderSource): number => {
    if (variable !== undefined && variable === draft.bearer_env) return 0;
    if (header.toLowerCase() === 'authorization') return 1;
    return isSecretName(header) ? 2 : 3;
  };
  return sources.sort((a, b) => rank(a) - rank(b));
}

/** The name under which the header's value will be kept. */
function keyFor(name: string, value: string, isBearer: boolean, parts: CandidateParts): string {
  const what = isBearer ? 'token' : name;
  const only = onlyPlaceholder(value);
  if (only) {
    const reason = `The header ${name} takes it from \${${only.name}}.`;
    const fallback = only.fallback === undefined || only.fallback === '' ? null : only.fallback;
    if (askFor(only.name, fallback, reason, parts)) return only.name;
    return parts.secrets.add('header', what, fallback, reason);
  }
  const isMixed = value.search(PLACEHOLDER) !== -1;
  if (isMixed || isSample(value)) {
    const reason = isMixed
      ? `The header ${name} is put together from several parts: enter the whole value.`
      : `The header ${name} is to be filled in.`;
    return parts.secrets.add('header', what, null, reason);
  }
  return parts.secrets.add('header', what, value, `It is the value of the header ${name}.`);
}

const askFor = (
  name: string,
  value: string | null,
  reason: string,
  parts: CandidateParts,
): boolean => parts.secrets.addNamed('header', name, value, parts.asked.get(name) ?? reason);
