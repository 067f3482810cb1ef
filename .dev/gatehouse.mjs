// npm run -s gatehouse -- …: the command line of this checkout, on Node 24.
import { existsSync } from 'node:fs';
import { build } from './lib/build.mjs';
import { install, isInstalled } from './lib/install.mjs';
import { at, node24 } from './lib/places.mjs';
import { become } from './lib/run.mjs';

const cli = at('out', 'main', 'cli.js');
// Standard output belongs to the command alone.
const stdio = ['ignore', process.stderr, process.stderr];

async function main() {
  if (!existsSync(node24) || !isInstalled()) {
    console.error('gatehouse: installing packages (npm ci)');
    await install(stdio);
  }
  if (!existsSync(cli)) {
    console.error('gatehouse: building');
    await build(stdio);
  }
  await become(node24, [cli, ...process.argv.slice(2)]);
}

main().catch((error) => {
  console.error(`gatehouse: ${error.message}`);
  process.exitCode = 1;
});
