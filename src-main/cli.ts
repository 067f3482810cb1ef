import { checkNode } from './kernel/check-node.ts';

// Older versions fail at an import that they do not know; so look before anything else is loaded.
const node = checkNode(process.versions.node);
if (node.ok) await import('./run-cli.ts');
else {
  process.stderr.write(`gatehouse: ${node.failure.message}\n  ${node.failure.fix ?? ''}\n`);
  process.exitCode = 1;
}
