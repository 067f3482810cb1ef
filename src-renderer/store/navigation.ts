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
  window.addEventListener('hashchange', () => set({ route: parseRoute(window.location.hash) }));
  return {
    route: parseRoute(window.location.hash),
    go: (screen, rest, query) => {
      window.location.hash = formatRoute(screen, rest, query);
    },
  };
});
