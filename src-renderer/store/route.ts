export const SCREENS = ['mcp', 'agents', 'approvals', 'journal', 'settings', 'trust'] as const;
export type Screen = (typeof SCREENS)[number];

/** Where the window is: `#/mcp/files/tools`, `#/journal?server_id=files`. */
export interface Route {
  readonly screen: Screen;
  /** Path segments after the screen, e.g. server id and tab. */
  readonly rest: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

const isScreen = (text: string): text is Screen => SCREENS.some((screen) => screen === text);

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** Reads a location hash; what is not a screen is the MCP screen. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [screen = '', ...rest] = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  if (!isScreen(screen)) return { screen: 'mcp', rest: [], query: {} };
  return { screen, rest, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Writes a hash that `parseRoute` reads back. */
export function formatRoute(
  screen: Screen,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const path = [screen, ...rest].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}
