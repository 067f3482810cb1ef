import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import packageJson from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (path: string) => resolve(root, path);

const { dependencies } = packageJson;
const bundled = Object.keys(dependencies).filter((name) => name !== 'keytar');

export default defineConfig({
  main: {
    root,
    build: {
      outDir: at('out/main'),
      // A command would read 350 small files of packages; keytar is native and stays where it is.
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        input: {
          main: at('src-main/main.ts'),
          cli: at('src-main/cli.ts'),
          'analyse-worker': at('src-main/catalog/analyse-worker.ts'),
          'result-worker': at('src-main/calls/result-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    root,
    build: {
      outDir: at('out/preload'),
      // A sandboxed preload is one file: it can require neither packages nor chunks of its own.
      isolatedEntries: true,
      externalizeDeps: { exclude: ['zod'] },
      rolldownOptions: {
        input: {
          preload: at('src-preload/preload.ts'),
          'approval-preload': at('src-preload/approval-preload.ts'),
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
        },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    base: './',
    plugins: [react()],
    build: {
      outDir: at('out/renderer'),
      minify: true,
      rolldownOptions: {
        input: { index: at('src-renderer/index.html'), approval: at('src-renderer/approval.html') },
      },
    },
  },
});
