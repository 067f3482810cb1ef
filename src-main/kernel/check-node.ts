import { fail, ok, type Result } from './result.ts';

export const NODE_MAJOR = 24;

/** `node:sqlite` with FTS5 and `module.registerHooks` are what needs it. `version` as in `process.versions.node`. */
export function checkNode(version: string): Result<void> {
  return Number(version.split('.')[0]) >= NODE_MAJOR
    ? ok()
    : fail('unavailable', `Gatehouse needs Node ${NODE_MAJOR} or newer; this is ${version}.`, {
        fix: 'In the repository: npm ci, then npm run -s gatehouse -- … (it brings its own Node).',
      });
}
