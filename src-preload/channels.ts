import type { EventName, RequestName } from './contract/index.ts';

/** Each request and each event has a channel of its own; nothing listens on a general one. */
export const requestChannel = (name: RequestName): string => `gatehouse:request:${name}`;
export const eventChannel = (name: EventName): string => `gatehouse:event:${name}`;
