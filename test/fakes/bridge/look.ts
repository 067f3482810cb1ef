import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { preview } from 'vite';
import { type Scene, scenes } from './scenes.ts';

/**
 * Screenshots of every scene in both themes and languages, and what axe finds there.
 * `node look.ts [part of a scene's name]`; pictures go to GATEHOUSE_LOOK_SHOTS, default /tmp/look.
 */
const shots = process.env['GATEHOUSE_LOOK_SHOTS'] ?? '/tmp/look';
const wanted = process.argv[2] ?? '';
const looks = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'zh-CN' },
  ...(process.env['GATEHOUSE_LOOK_ALL'] === undefined
    ? []
    : [
        { theme: 'dark', language: 'en' },
        { theme: 'light', language: 'zh-CN' },
      ]),
];

async function look(browser: Browser, base: string, scene: Scene): Promise<number> {
  let found = 0;
  for (const { theme, language } of looks) {
    const context = await browser.newContext({
      viewport: { width: scene.width ?? 1120, height: 760 },
    });
    const page = await context.newPage();
    const told: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') told.push(message.text());
    });
    page.on('pageerror', (error) => told.push(String(error)));
    const query = new URLSearchParams({
      world: scene.world ?? 'full',
      keychain: scene.keychain ?? '',
      gateway: scene.gateway ?? '',
      theme,
      language,
    });
    await page.goto(`${base}?${query}#${scene.route}`);
    await page.waitForSelector('main h1');
    await page.waitForTimeout(250);
    await scene.steps?.(page);
    await page.waitForTimeout(250);
    const name = `${scene.name}-${theme}-${language}`;
    await page.screenshot({ path: `${shots}/${name}.png` });
    found += await violations(page, name);
    for (const text of told) console.log(`${name}: console: ${text.slice(0, 500)}`);
    found += told.length;
    await context.close();
  }
  return found;
}

async function violations(page: Page, name: string): Promise<number> {
  const result = await new AxeBuilder({ page }).analyze();
  for (const { id, nodes } of result.violations) {
    console.log(`${name}: ${id}`);
    for (const node of nodes.slice(0, 4)) {
      console.log(
        `    ${node.html.slice(0, 200)}\n    ${node.failureSummary?.split('\n')[1] ?? ''}`,
      );
    }
  }
  return result.violations.length;
}

mkdirSync(shots, { recursive: true });
const server = await preview({
  configFile: fileURLToPath(new URL('./vite.config.ts', import.meta.url)),
  preview: { port: 0, host: '127.0.0.1' },
});
const base = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
let found = 0;
for (const scene of scenes) {
  if (scene.name.includes(wanted)) found += await look(browser, base, scene);
}
await browser.close();
await server.close();
console.log(`${found} findings`);
process.exitCode = found === 0 ? 0 : 1;
