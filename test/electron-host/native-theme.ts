import { runtime } from './runtime.ts';
import { StrictEmitter } from './strict.ts';

type ThemeSource = 'system' | 'light' | 'dark';

class NativeTheme extends StrictEmitter {
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly prefersReducedTransparency = false;
  private source: ThemeSource = 'system';
  private system: 'light' | 'dark' = 'light';

  constructor() {
    super('nativeTheme', ['updated']);
  }

  get themeSource(): ThemeSource {
    return this.source;
  }

  set themeSource(source: ThemeSource) {
    if (!['system', 'light', 'dark'].includes(source)) {
      throw new TypeError(`Error processing argument: '${source}' is no theme source`);
    }
    this.change(() => {
      this.source = source;
    });
  }

  get shouldUseDarkColors(): boolean {
    return (this.source === 'system' ? this.system : this.source) === 'dark';
  }

  /** What pages see as prefers-color-scheme. */
  get colorScheme(): 'light' | 'dark' {
    return this.shouldUseDarkColors ? 'dark' : 'light';
  }

  /** Test control: the desktop's own theme changes. */
  changeSystem(system: 'light' | 'dark'): void {
    this.change(() => {
      this.system = system;
    });
  }

  private change(apply: () => void): void {
    apply();
    for (const contents of runtime.contents) contents.applyColorScheme(this.colorScheme);
    this.emit('updated');
  }
}

export const nativeTheme = new NativeTheme();
