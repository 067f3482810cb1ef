import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  fileProblems,
  ioNameProblems,
  layerProblems,
  oneDoorProblems,
  type Source,
} from './rules.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources: Source[] = ['src-main', 'src-preload', 'src-renderer'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return {
        path: relative(root, path).replaceAll('\\', '/'),
        text: readFileSync(path, 'utf8'),
      };
    }),
);

const planted = (path: string, text: string): Source[] => [...sources, { path, text }];

describe('the house', () => {
  test('is not empty when these rules look at it', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  test('imports only upwards', () => {
    expect(layerProblems(sources)).toEqual([]);
  });

  test.each([
    [
      'a lower folder',
      'src-main/kernel/planted.ts',
      "import type { Registry } from '../registry/registry.ts';",
    ],
    [
      'a lower folder for its types',
      'src-main/policy/planted.ts',
      "import type { CallTool } from '../calls/call-tool.ts';",
    ],
    [
      'what composes it',
      'src-main/api/planted.ts',
      "import { composeGatehouse } from '../compose.ts';",
    ],
    [
      'electron outside of desktop',
      'src-main/servers/planted.ts',
      "import { app } from 'electron';",
    ],
    [
      'the contract inside the core',
      'src-main/journal/planted.ts',
      "import { Tool } from '../../src-preload/contract/index.ts';",
    ],
    [
      'the core from the renderer',
      'src-renderer/planted.tsx',
      "import { fail } from '../src-main/kernel/result.ts';",
    ],
    ['a package from a preload', 'src-preload/planted.ts', "import fs from 'node:fs';"],
    [
      'a lower folder lazily',
      'src-main/kernel/planted.ts',
      "const x = await import('../api/serve.ts');",
    ],
  ])('a file that imports %s is found', (_, path, text) => {
    expect(layerProblems(planted(path, text))).toHaveLength(1);
  });

  test('says in file names where I/O is', () => {
    expect(ioNameProblems(sources)).toEqual([]);
  });

  test.each([
    ["import { readFileSync } from 'node:fs';"],
    ["import spawn from 'cross-spawn';"],
    ["import { DatabaseSync } from 'node:sqlite';"],
    ["const x = await import('keytar');"],
    ['const x = await fetch(url);'],
  ])('I/O in a file whose name hides it is found: %s', (text) => {
    expect(ioNameProblems(planted('src-main/policy/planted.ts', text))).toHaveLength(1);
    expect(ioNameProblems(planted('src-main/policy/planted-file.ts', text))).toHaveLength(0);
  });

  test('has one door per danger', () => {
    expect(oneDoorProblems(sources)).toEqual([]);
  });

  test.each([
    ['src-main/gateway/planted.ts', "await link.callTool('x', {}, options);"],
    ['src-main/catalog/planted-process.ts', "import { spawn } from 'node:child_process';"],
    ['src-main/servers/planted.ts', 'new StdioClientTransport({ command });'],
    [
      'src-main/interop/planted.ts',
      "import { withRegistryFile } from '../registry/registry-file.ts';",
    ],
    ['src-main/desktop/planted.ts', "ipcMain.handle('x', () => createHandlers(core));"],
    ['src-main/gateway/planted-http.ts', 'createServer(listener).listen(1);'],
  ])('a second door is found: %s', (path, text) => {
    expect(oneDoorProblems(planted(path, text)).length).toBeGreaterThan(0);
  });

  test('keeps files short and named for what they hold', () => {
    expect(fileProblems(sources)).toEqual([]);
  });

  test('a long or badly named file is found', () => {
    expect(fileProblems([{ path: 'src-main/a-manager.ts', text: '\n'.repeat(400) }])).toHaveLength(
      2,
    );
  });
});
