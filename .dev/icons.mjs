// node_modules/.bin/node .dev/icons.mjs: draws the PNGs of assets/ from the SVGs beside them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { at } from './lib/places.mjs';

const tray = at('assets', 'tray');
const wanted = [
  { svg: at('assets', 'icon.svg'), png: at('assets', 'icon.png'), size: 512 },
  ...readdirSync(tray)
    .filter((name) => name.endsWith('.svg'))
    .flatMap((name) => {
      const base = `${tray}/${name.slice(0, -'.svg'.length)}`;
      return [
        { svg: `${base}.svg`, png: `${base}.png`, size: 16 },
        { svg: `${base}.svg`, png: `${base}@2x.png`, size: 32 },
      ];
    }),
];

const browser = await chromium.launch({
  executablePath: process.env.EHOST_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { svg, png, size } of wanted) {
  await page.setViewportSize({ width: size, height: size });
  const image = `data:image/svg+xml;base64,${readFileSync(svg).toString('base64')}`;
  await page.setContent(
    `<style>*{margin:0}img{display:block;width:${size}px;height:${size}px}</style><img src="${image}">`,
  );
  await page.waitForFunction(() => document.images[0].complete);
  writeFileSync(png, await page.screenshot({ omitBackground: true }));
  console.log(png);
}
await browser.close();
