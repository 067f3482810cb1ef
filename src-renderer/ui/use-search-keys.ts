import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

/** A ref for the search field of a screen: `/` and Ctrl/Cmd+F go there. */
export function useSearchKeys(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([
    ['/', () => field.current?.focus()],
    ['mod+F', () => field.current?.select()],
  ]);
  return field;
}
