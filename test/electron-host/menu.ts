import { app } from './app.ts';
import type { BrowserWindow } from './browser-window.ts';
import { runtime } from './runtime.ts';
import { notModelled, StrictEmitter, strict } from './strict.ts';

type ItemType = 'normal' | 'separator' | 'submenu' | 'checkbox' | 'radio';

export interface ItemOptions {
  readonly id?: string;
  readonly label?: string;
  readonly sublabel?: string;
  readonly toolTip?: string;
  readonly type?: ItemType;
  readonly role?: string;
  readonly accelerator?: string;
  readonly icon?: unknown;
  readonly enabled?: boolean;
  readonly visible?: boolean;
  readonly checked?: boolean;
  readonly registerAccelerator?: boolean;
  readonly submenu?: Menu | readonly (ItemOptions | MenuItem)[];
  readonly click?: (item: MenuItem, window: BrowserWindow | null, event: object) => void;
}

/** What choosing an item with a role does; a role that is absent here throws when it is chosen. */
const roles: Readonly<Record<string, (window: BrowserWindow | null) => void>> = {
  quit: () => app.quit(),
  close: (window) => window?.close(),
  minimize: (window) => window?.minimize(),
  reload: (window) => window?.reload(),
  toggledevtools: (window) => window?.webContents.toggleDevTools(),
  togglefullscreen: (window) => window?.setFullScreen(!window.isFullScreen()),
};

export class MenuItem {
  id: string | undefined;
  label: string;
  sublabel: string;
  toolTip: string;
  type: ItemType;
  role: string | undefined;
  accelerator: string | undefined;
  icon: unknown;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  submenu: Menu | undefined;
  private readonly onClick: ItemOptions['click'];

  constructor(options: ItemOptions) {
    this.id = options.id;
    this.label = options.label ?? options.role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal');
    this.role = options.role?.toLowerCase();
    this.accelerator = options.accelerator;
    this.icon = options.icon;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.submenu = submenuOf(options.submenu);
    this.onClick = options.click;
    // biome-ignore lint/correctness/noConstructorReturn: callers must see the checked object.
    return strict('MenuItem', this);
  }

  /** A person chooses the item; nothing happens if it is disabled or hidden. */
  click(event: object = {}, window: BrowserWindow | null = runtime.focused): void {
    if (!this.enabled || !this.visible) return;
    if (this.type === 'checkbox') this.checked = !this.checked;
    if (this.type === 'radio') this.checked = true;
    if (this.role === undefined) {
      this.onClick?.(this, window, event);
      return;
    }
    const act = roles[this.role];
    if (!act) throw notModelled(`choosing a menu item of role '${this.role}'`);
    act(window);
  }
}

export class Menu extends StrictEmitter {
  readonly items: MenuItem[] = [];
  private static application: Menu | null = null;
  /** The menu that was last popped up, for tests. */
  static popped: Menu | null = null;

  constructor() {
    super('Menu', ['menu-will-show', 'menu-will-close']);
  }

  static buildFromTemplate(template: readonly (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) {
      menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    }
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.application;
  }

  append(item: MenuItem): void {
    this.items.push(item);
  }
  insert(position: number, item: MenuItem): void {
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      if (item.id === id) return item;
      const inner = item.submenu?.getMenuItemById(id);
      if (inner) return inner;
    }
    return null;
  }
  popup(options: { callback?: () => void } = {}): void {
    Menu.popped = this;
    this.emit('menu-will-show');
    options.callback?.();
  }
  closePopup(): void {
    if (Menu.popped === this) Menu.popped = null;
    this.emit('menu-will-close');
  }
}

function submenuOf(submenu: ItemOptions['submenu']): Menu | undefined {
  if (submenu === undefined || submenu instanceof Menu) return submenu;
  return Menu.buildFromTemplate(submenu);
}
