import type { SecretPlace } from './paste-types.ts';
import { PLACEHOLDER } from './placeholders.ts';
import type { SecretList } from './secret-names.ts';
import { isPlainSwitch, isSample, isSecretName, isUuid, secretSpans } from './secret-patterns.ts';

/** The text without its placeholders. */
export const literalOf = (text: string): string => text.replace(PLACEHOLDER, '');

/** `${NAME}` for a value that its name gives away; undefined when it may stay. */
export function withdrawNamed(
  name: string,
  value: string,
  place: SecretPlace,
  secrets: SecretList,
): string | undefined {
  if (!isSecretName(name) || isPlainSwitch(value)) return undefined;
  if (value === '' || literalOf(value).replace(/^(?:bearer|basic|token)\s*$/i, '') === '') {
    return undefined;
  }
  const scheme = /^(?:bearer|basic|token)\s+/i.exec(value)?.[0] ?? '';
  const secret = value.slice(scheme.length);
  const sample = isSample(secret);
  const reason = sample
    ? `"${name}" is to be filled in.`
    : `"${name}" names a secret${place === 'argv' ? ', and arguments show in the process list' : ''}.`;
  return `${scheme}\${${secrets.add(place, name, sample ? null : secret, reason)}}`;
}

/** Replaces what looks like a secret by its form, outside placeholders. */
export function withdrawForms(
  text: string,
  what: string,
  place: SecretPlace,
  secrets: SecretList,
): string {
  const literal = (part: string): string => {
    let clean = '';
    let from = 0;
    for (const { start, end } of secretSpans(part)) {
      const value = part.slice(start, end);
      const name = secrets.add(place, what, value, 'It has the form of a secret.');
      clean += `${part.slice(from, start)}\${${name}}`;
      from = end;
    }
    return clean + part.slice(from);
  };
  let result = '';
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    result += literal(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + literal(text.slice(from));
}

const ADDRESS = /([a-z][a-z0-9+.-]{0,30}:\/\/)([^\s"'<>]+)/gi;

/** Every address in a text: its password, secret parameters, and path parts that are keys. */
export const withdrawAddresses = (text: string, place: SecretPlace, secrets: SecretList): string =>
  text.replace(ADDRESS, (_all, scheme: string, rest: string) => {
    const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
    const tail = rest.slice(authority.length);
    const path = /^[^?#]*/.exec(tail)?.[0] ?? '';
    const clean = withdrawUserinfo(authority, scheme, place, secrets);
    return (
      scheme +
      clean +
      pathOf(path, place, secrets) +
      queryOf(tail.slice(path.length), place, secrets)
    );
  });

function withdrawUserinfo(
  authority: string,
  scheme: string,
  place: SecretPlace,
  secrets: SecretList,
): string {
  const at = authority.lastIndexOf('@');
  if (at === -1) return authority;
  const userinfo = authority.slice(0, at);
  const host = authority.slice(at);
  const [, user = '', password] = /^((?:\$\{[^}]*\}|[^:])*)(?::(.*))?$/s.exec(userinfo) ?? [];
  const reason = 'It is the sign-in part of an address.';
  if (password === undefined) {
    if (literalOf(user) === '' || !/^https?:/i.test(scheme)) {
      return withdrawForms(user, 'token', place, secrets) + host;
    }
    return `\${${secrets.add(place, 'token', user, reason)}}${host}`;
  }
  const cleanUser = withdrawForms(user, 'user', place, secrets);
  if (literalOf(password) === '') return `${cleanUser}:${password}${host}`;
  const value = isSample(password) ? null : password;
  return `${cleanUser}:\${${secrets.add(place, 'password', value, reason)}}${host}`;
}

const pathOf = (path: string, place: SecretPlace, secrets: SecretList): string =>
  path
    .split('/')
    .map((part) => {
      if (!isUuid(part)) return withdrawForms(part, 'url_key', place, secrets);
      const reason = 'Such a part of an address is often its only protection.';
      return `\${${secrets.add(place, 'url_key', part, reason)}}`;
    })
    .join('/');

/** Query and fragment. */
const queryOf = (query: string, place: SecretPlace, secrets: SecretList): string =>
  query.replace(
    /([^?#&;=]+)(=?)([^?#&;]*)/g,
    (_all, name: string, equals: string, value: string) => {
      if (equals === '') return withdrawForms(name, 'url_key', place, secrets);
      const named = withdrawNamed(name, value, place, secrets);
      return `${name}=${named ?? withdrawForms(value, name, place, secrets)}`;
    },
  );
