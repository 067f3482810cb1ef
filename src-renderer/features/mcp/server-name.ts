import type { Server } from '../../../src-preload/contract/index.ts';

/** What a person calls it; the id where it has no name. */
export const serverName = ({ id, registration }: Pick<Server, 'id' | 'registration'>): string =>
  registration.name.trim() === '' ? id : registration.name;
