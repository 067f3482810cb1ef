import type { Menu } from './menu.ts';
import { type NativeImage, nativeImage } from './native-image.ts';
import { StrictEmitter } from './strict.ts';

/** Living trays, oldest first, for tests. */
export const trays: Tray[] = [];

/** A tray icon: what it would show is kept for tests, which click with `emit('click')`. */
export class Tray extends StrictEmitter {
  image: NativeImage;
  toolTip = '';
  title = '';
  menu: Menu | null = null;
  private destroyed = false;

  constructor(image: NativeImage | string) {
    super('Tray', ['click', 'right-click', 'double-click', 'middle-click', 'balloon-click']);
    this.image = asImage(image);
    trays.push(this);
  }

  setImage(image: NativeImage | string): void {
    this.image = asImage(image);
  }
  setPressedImage(image: NativeImage | string): void {
    this.image = asImage(image);
  }
  setToolTip(toolTip: string): void {
    this.toolTip = toolTip;
  }
  setTitle(title: string): void {
    this.title = title;
  }
  getTitle(): string {
    return this.title;
  }
  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
  }
  popUpContextMenu(menu: Menu | null = this.menu): void {
    menu?.popup();
  }
  getBounds() {
    return { x: 0, y: 0, width: 22, height: 22 };
  }
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    trays.splice(trays.indexOf(this), 1);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
}

function asImage(image: NativeImage | string): NativeImage {
  return typeof image === 'string' ? nativeImage.createFromPath(image) : image;
}
