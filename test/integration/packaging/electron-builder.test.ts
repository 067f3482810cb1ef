import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const platform = z.object({ target: z.array(z.string()), files: z.array(z.string()) }).loose();
const settings = z
  .object({
    appId: z.string(),
    asar: z.boolean(),
    asarUnpack: z.array(z.string()),
    files: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
    protocols: z.array(z.object({ name: z.string(), schemes: z.array(z.string()) })),
    linux: platform,
    mac: platform.extend({ hardenedRuntime: z.boolean() }),
    win: platform,
  })
  .loose()
  .parse(parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));

/** Whether electron-builder would take a file, by the last pattern that matches it. */
function isPacked(file: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => matchesGlob(file, pattern.replace(/^!/, '')));
  // Production dependencies are in unless a pattern takes them out.
  return last === undefined ? file.startsWith('node_modules/') : !last.startsWith('!');
}

test("it is valid by electron-builder's own schema", () => {
  const schema = JSON.parse(
    readFileSync(join(root, 'node_modules/app-builder-lib/scheme.json'), 'utf8'),
  );
  const ajv = new Ajv({ strict: false, logger: false });
  ajv.validate(schema, parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')));
  expect(ajv.errors).toBeNull();
});

test('the app is packed in an archive that must be whole, and is no plain Node', () => {
  expect(settings.appId).toBe('dev.gatehouse.app');
  expect(settings.asar).toBe(true);
  expect(settings.electronFuses).toMatchObject({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
  });
});

test('each system gets its packages, and gatehouse:// links come to the app', () => {
  expect(settings.linux.target).toEqual(['AppImage', 'deb']);
  expect(settings.mac.target).toEqual(['dmg', 'zip']);
  expect(settings.mac.hardenedRuntime).toBe(true);
  expect(settings.win.target).toEqual(['nsis']);
  expect(settings.protocols).toEqual([{ name: 'Gatehouse', schemes: ['gatehouse'] }]);
});

test('what is used as a file lies outside the archive', () => {
  const unpacked = (file: string) =>
    settings.asarUnpack.some((pattern) => matchesGlob(file, pattern));
  const server = 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js';
  expect(existsSync(join(root, server))).toBe(true);
  expect(unpacked(server)).toBe(true);
  expect(unpacked('node_modules/keytar/prebuilds/linux-x64/keytar.node')).toBe(true);
  expect(unpacked('out/main/main.js')).toBe(false);
});

test('only built files are packed: no sources, no tests, no foreign keychain binaries', () => {
  const { files } = settings;
  for (const file of ['out/main/main.js', 'package.json', 'assets/icon.png']) {
    expect([file, isPacked(file, files)]).toEqual([file, true]);
  }
  for (const file of ['src-main/main.ts', 'test/e2e/a.test.ts', '.dev/start.mjs']) {
    expect([file, isPacked(file, files)]).toEqual([file, false]);
  }
  const binaries = readdirSync(join(root, 'node_modules/keytar/prebuilds'));
  const own = (name: string, patterns: readonly string[]) =>
    binaries.filter((folder) => {
      const file = `node_modules/keytar/prebuilds/${folder}/keytar.node`;
      return isPacked(file, [...files, ...patterns]) && !folder.startsWith(`${name}-`);
    });
  expect(own('linux', settings.linux.files)).toEqual([]);
  expect(own('darwin', settings.mac.files)).toEqual([]);
  expect(own('win32', settings.win.files)).toEqual([]);
  const kept = isPacked('node_modules/keytar/prebuilds/linux-x64/keytar.node', [
    ...files,
    ...settings.linux.files,
  ]);
  expect(kept).toBe(true);
});
