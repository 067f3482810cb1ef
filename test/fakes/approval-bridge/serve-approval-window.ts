import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

/** Serves the page on a free port of this machine; `close` ends it. */
export async function serveApprovalWindow(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = await createServer({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    cacheDir: fileURLToPath(
      new URL('../../../node_modules/.vite/approval-bridge', import.meta.url),
    ),
    plugins: [react()],
    server: { host: '127.0.0.1', port: 0, fs: { allow: ['../../..'] } },
    logLevel: 'error',
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the server has no address');
  return { url, close: () => server.close() };
}
