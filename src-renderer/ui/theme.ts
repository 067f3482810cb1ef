import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Input,
  Menu,
  Modal,
  Popover,
  Tooltip,
} from '@mantine/core';

const quick = { transitionProps: { duration: 120 } } as const;

/** One accent, for primary actions only; 13 to 14 px text on an 8 px grid. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '15px', lineHeight: '24px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'xs', variant: 'default' },
      styles: { label: { fontWeight: 500 } },
      vars: (_theme, { size }) =>
        size === 'xs'
          ? { root: { '--button-fz': '13px', '--button-height': '32px' } }
          : { root: {} },
    }),
    Input: Input.extend({
      defaultProps: { size: 'sm' },
      vars: () => ({ wrapper: { '--input-height': '32px', '--input-fz': '13px' } }),
    }),
    Modal: Modal.extend({
      defaultProps: { ...quick, overlayProps: { backgroundOpacity: 0.4 } },
      // The head stays, the body scrolls; a `DialogFrame` in it shrinks instead and keeps its buttons in sight.
      styles: {
        title: { fontSize: 15, fontWeight: 600, overflowWrap: 'anywhere' },
        header: { flex: 'none' },
        content: { display: 'flex', flexDirection: 'column', overflow: 'hidden' },
        body: { display: 'flex', flexDirection: 'column', minHeight: 0, overflowY: 'auto' },
      },
    }),
    Drawer: Drawer.extend({ defaultProps: quick }),
    Menu: Menu.extend({ defaultProps: { ...quick, shadow: 'md' } }),
    Popover: Popover.extend({ defaultProps: { ...quick, shadow: 'md' } }),
    Tooltip: Tooltip.extend({ defaultProps: { ...quick, openDelay: 300, withArrow: true } }),
  },
});

/** Quiet text keeps a contrast of 4.5:1 on every surface of its theme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#59616e',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-error': '#c22525',
  },
  dark: {
    '--mantine-color-dimmed': '#a3a9b4',
    '--mantine-color-placeholder': '#8f96a3',
    '--mantine-color-error': '#ff8787',
  },
});
