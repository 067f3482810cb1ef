import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds the real renderer on the fake bridge; `GATEHOUSE_LOOK_OUT` says where to. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react()],
  build: {
    target: 'es2024',
    outDir: process.env['GATEHOUSE_LOOK_OUT'] ?? '/tmp/gatehouse-look',
    emptyOutDir: true,
  },
});
