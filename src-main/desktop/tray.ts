import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import type { TrayAct, TrayItem, TrayModel } from './tray-model.ts';

export interface TrayIcon {
  show(model: TrayModel): void;
  close(): void;
}

/** The icon in the system's tray; shows whatever model it is given. */
export function createTray(assets: string, act: (does: TrayAct) => void): TrayIcon {
  const image = (tone: TrayModel['tone']) =>
    nativeImage.createFromPath(join(assets, 'tray', `${tone}.png`));
  const tray = new Tray(image('ok'));
  tray.on('click', () => act({ act: 'open' }));
  return {
    show: ({ tone, toolTip, items }) => {
      if (tray.isDestroyed()) return;
      tray.setImage(image(tone));
      tray.setToolTip(toolTip);
      tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => menuItem(item, act))));
    },
    close: () => tray.destroy(),
  };
}

function menuItem(item: TrayItem, act: (does: TrayAct) => void): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'line':
      return { type: 'separator' };
    case 'text':
      return { label: item.label, enabled: false };
    case 'action':
      return { label: item.label, click: () => act(item.does) };
  }
}
