import { useEffect } from 'react';
import { useNavigation } from '../../../store/navigation.ts';

const FIELDS: Readonly<Record<string, string>> = {
  edit_launch: '[data-field="edit_launch"] input',
  edit_sign_in: '[data-field="edit_sign_in"] input',
};

/** Where a way out led to a field (`?field=edit_launch`), it has the focus. */
export function useFieldInView(): void {
  const field = useNavigation((navigation) => navigation.route.query['field']);
  useEffect(() => {
    const selector = FIELDS[field ?? ''];
    if (selector === undefined) return;
    // The tab is shown only after this.
    const frame = requestAnimationFrame(() => {
      const input = document.querySelector<HTMLInputElement>(selector);
      input?.focus({ preventScroll: true });
      input?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [field]);
}
