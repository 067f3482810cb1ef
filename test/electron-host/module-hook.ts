import { registerHooks } from 'node:module';

const standIn = new URL('electron.ts', import.meta.url).href;
const names = new Set(['electron', 'electron/main', 'electron/common']);

/** Gives the stand-in to whoever asks for 'electron', by import and by require alike. */
registerHooks({
  resolve(specifier, context, next) {
    if (names.has(specifier)) {
      return { url: standIn, format: 'module-typescript', shortCircuit: true };
    }
    return next(specifier, context);
  },
});
