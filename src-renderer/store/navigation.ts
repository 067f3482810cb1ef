import { create } from 'zustand';
import { formatRoute, parseRoute, type Route, type Screen } from './route.ts';

interface Navigation {
  readonly route: Route;
  /** Shows a screen; the hash follows, so back and forward work. */
  readonly go: (
    screen: Screen,
    rest?: readonly string[],
    query?: Readonly<Record<string, string>>,
  ) => void;
}

export const useNavigation = create<Navigation>()((set) => {
  const arrive = () => set({ route: parseRoute(window.location.hash) });
  window.addEventListener('hashchange', arrive);
  // A link to where one already is changes no hash; it still leads back to its place on the page.
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.getAttribute('href') === window.location.hash) arrive();
  });
  return {
    route: parseRoute(window.location.hash),
    go: (screen, rest, query) => {
      const hash = formatRoute(screen, rest, query);
      if (hash === window.location.hash) arrive();
      else window.location.hash = hash;
    },
  };
});
