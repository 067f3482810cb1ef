import module from 'node:module';
import { join } from 'node:path';
import { checkNode } from './kernel/check-node.ts';

// Older versions fail at an import that they do not know; so look before anything else is loaded.
const node = checkNode(process.versions.node);
if (node.ok) {
  // Beside the code, so whoever can write there can change the code anyway; in the home a file that a
  // server writes would become code. Where the place cannot be written to, commands start as before.
  module.enableCompileCache(join(import.meta.dirname, '.compiled'));
  await import('./run-cli.ts');
} else {
  process.stderr.write(`gatehouse: ${node.failure.message}\n  ${node.failure.fix ?? ''}\n`);
  process.exitCode = 1;
}
