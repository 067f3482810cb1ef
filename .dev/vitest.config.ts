import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Suites: unit (pure, fast), integration (real child processes, sockets, files), e2e (the real window). */
const suite = (name: string, extra: Record<string, unknown> = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`, `test/${name}/**/*.test.tsx`], ...extra },
});

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    projects: [
      suite('unit', { testTimeout: 20_000 }),
      suite('integration', {
        include: ['test/integration/**/*.test.ts', 'test/conformance/**/*.test.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
        // They wait for processes more than they compute; vitest itself would leave a core idle.
        maxWorkers: 2,
      }),
      suite('e2e', { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 2 }),
      suite('bench', { testTimeout: 600_000, hookTimeout: 120_000, fileParallelism: false }),
    ],
  },
});
