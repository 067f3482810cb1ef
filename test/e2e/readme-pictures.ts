// Takes the pictures of docs/images anew, from the real app on real servers:
//   npm run build && bash .dev/secret-service.sh npx node test/e2e/readme-pictures.ts
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freshComputer, launchGatehouse, repository } from './launch-app.ts';

const images = join(repository, 'docs', 'images');
const resolve = createRequire(import.meta.url).resolve;
const entry = (name: string) =>
  join(dirname(resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js');
const computer = freshComputer();
const env = {
  ...process.env,
  ...computer.env,
  DBUS_SESSION_BUS_ADDRESS: process.env['DBUS_SESSION_BUS_ADDRESS'],
};

const gatehouse = (...line: string[]): string =>
  execFileSync(process.execPath, [join(repository, 'out/main/cli.js'), ...line], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function add(id: string, name: string, ...argv: string[]): void {
  let shown = '';
  try {
    gatehouse('server', 'add', id, '--name', name, '--json', '--', ...argv);
  } catch (error) {
    // It exits 4 without a confirmation, after it has shown the launch.
    shown = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
  }
  const hash = /"launch_hash": "([0-9a-f]{64})"/.exec(shown)?.[1] ?? '';
  gatehouse('server', 'add', id, '--name', name, '--confirm', hash, '--', ...argv);
}

add('files', 'Papers', 'node', entry('server-filesystem'), computer.files);
add('memory', 'Memory', 'node', entry('server-memory'));
add('everything', 'Everything', 'node', entry('server-everything'), 'stdio');
add('tickets', 'Tickets', 'uvx', 'tickets-mcp==2.1.0');
add('notes', 'Notes', 'npx', '-y', 'notes-mcp@1.4.0');
gatehouse('server', 'disable', 'everything');
gatehouse('probe', 'files');
gatehouse('probe', 'memory');
gatehouse('agent', 'create', 'researcher', '--description', 'Reads papers, writes notes');
gatehouse(
  'agent',
  'allow',
  'researcher',
  'files',
  'read_text_file',
  'list_directory',
  'write_file',
);
gatehouse('agent', 'allow', 'researcher', 'memory');
gatehouse('agent', 'token', 'researcher', '--label', 'Claude Desktop');
gatehouse('agent', 'token', 'default', '--label', 'My editor');
const registry = join(computer.home, 'mcp_servers.json');
writeFileSync(
  registry,
  readFileSync(registry, 'utf8').replace('notes-mcp@1.4.0', 'notes-mcp@1.5.0'),
);

const app = await launchGatehouse({
  ...computer,
  env: { ...computer.env, ...(env as typeof computer.env) },
});
mkdirSync(images, { recursive: true });
try {
  await app.main.setViewportSize({ width: 1120, height: 640 });
  await app.main.waitForFunction(
    () =>
      document.body.textContent?.includes('Tickets') &&
      !document.body.textContent?.includes('Starting'),
  );
  await delay(6000); // the first look at every server
  for (const theme of ['light', 'dark'] as const) {
    await app.main.evaluate(
      (wanted) =>
        window.gatehouse.request['settings/set']({ changes: { theme: wanted, language: 'en' } }),
      theme,
    );
    await delay(800);
    await app.main.evaluate(() => {
      location.hash = '#/mcp';
    });
    await delay(600);
    await app.main.screenshot({ path: join(images, `cards-${theme}.png`) });
    await app.main.evaluate(() => {
      location.hash = '#/agents/researcher/tools';
    });
    await delay(1200);
    await app.main.screenshot({ path: join(images, `agents-${theme}.png`) });
  }
} finally {
  await app.close();
  computer.remove();
}
