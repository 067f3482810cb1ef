import { randomUUID } from 'node:crypto';

/** Server id (DESIGN.md 1): never holds `__`, so an exposed name can be split again. */
export const SERVER_ID = /^[a-z0-9]+([_-][a-z0-9]+)*$/;
export const SERVER_ID_MAX = 63;

export const isServerId = (text: string): boolean =>
  text.length <= SERVER_ID_MAX && SERVER_ID.test(text);

/** A valid server id made from free text; `server` when nothing of it can stay. */
export function serverIdFrom(text: string): string {
  const id = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/[_-]{2,}/g, '-')
    .slice(0, SERVER_ID_MAX)
    .replace(/^[_-]+|[_-]+$/g, '');
  return isServerId(id) ? id : 'server';
}

export const newId = (): string => randomUUID();

/**
 * As `newId`, beginning with the time (RFC 9562, version 7): what is kept by such ids lies together in
 * an index, so that a few of one moment change one page of it. `now` is in ms since 1970.
 */
export function newOrderedId(now: number): string {
  const time = Math.trunc(now).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
