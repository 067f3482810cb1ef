import type { CandidateParts } from './candidate-parts.ts';
import type { ServerDraft } from './server-draft.ts';
import { literalOf } from './withdraw-text.ts';

/**
 * HTTP clients refuse addresses that carry user and password, so for a remote server they become
 * the Authorization header that they stand for (RFC 7617), if no other header is given.
 */
export function addressWithoutSignIn(draft: ServerDraft, parts: CandidateParts): ServerDraft {
  const match = /^(https?:\/\/)([^/?#]*)@(.*)$/is.exec(draft.url);
  if (draft.transport === 'stdio' || !match) return draft;
  const [, scheme = '', userinfo = '', rest = ''] = match;
  const url = scheme + rest;
  const isLiteral = literalOf(userinfo) === userinfo && !userinfo.includes('${');
  const isTaken = draft.headers.size + draft.header_env.size > 0 || draft.bearer_env !== '';
  if (!isLiteral || isTaken) {
    parts.not_imported.push('url (its user and password: an address cannot carry them)');
    return { ...draft, url };
  }
  const credentials = userinfo.includes(':') ? userinfo : `${userinfo}:`;
  const encoded = Buffer.from(decoded(credentials), 'utf8').toString('base64');
  return { ...draft, url, headers: new Map([['Authorization', `Basic ${encoded}`]]) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: then the text is meant as it stands.
    return text;
  }
}
