import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';

/** Builds the page and serves it on a free port of this machine; `close` ends both. */
export async function serveApprovalWindow(): Promise<{ url: string; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'gatehouse-approval-window-'));
  const shared = {
    configFile: false as const,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error' as const,
  };
  const settings = { outDir, emptyOutDir: true, target: 'esnext', minify: false };
  await build({ ...shared, plugins: [react()], build: settings });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the server has no address');
  return {
    url,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
