import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

export interface ServedPages {
  /** Of `index.html`, the approval window; `screens.html` is the main one. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Builds one of the pages and serves it on a free port of this machine; `close` ends both. */
export async function servePage(page: 'index' | 'screens'): Promise<ServedPages> {
  const outDir = await mkdtemp(join(tmpdir(), 'gatehouse-approval-window-'));
  const shared = {
    configFile: false as const,
    root: here('.'),
    logLevel: 'error' as const,
  };
  const settings = {
    outDir,
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    rolldownOptions: { input: here(`./${page}.html`) },
  };
  await build({ ...shared, plugins: [react()], build: settings });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the server has no address');
  return {
    url: page === 'index' ? url : `${url}${page}.html`,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
