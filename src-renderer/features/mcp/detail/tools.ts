import type { Tool } from '../../../../src-preload/contract/index.ts';

/** New and changed tools wait for a person. */
export const isHeld = ({ state }: Tool): boolean => state === 'new' || state === 'changed';

/** Whether name, title or description hold every word. */
export function matchesTool({ name, title, description }: Tool, search: string): boolean {
  const text = `${name}\n${title ?? ''}\n${description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
