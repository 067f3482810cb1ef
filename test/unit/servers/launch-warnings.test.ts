import { expect, test } from 'vitest';
import {
  inlineCodeWarnings,
  isLoopback,
  secretInArgv,
  urlWarnings,
} from '../../../src-main/servers/launch-warnings.ts';

const codes = (argv: string[]) => [...new Set(inlineCodeWarnings(argv).map(({ code }) => code))];

test.each([
  ['node -e 1', ['node', '-e', '1']],
  ['node --eval=1', ['node', '--eval=1']],
  ['node -pe', ['node', '-pe', '1']],
  ['node -r x -e', ['node', '-r', './x.js', '-e', '1']],
  ['node --import data:', ['node', '--import', 'data:text/javascript,1', 'a.js']],
  ['a path to node', ['/usr/bin/node', '-p', '1']],
  ['python -c', ['python', '-c', 'print(1)']],
  ['python -Ic', ['python3.12', '-Ic', 'print(1)']],
  ['python -cprint', ['python3', '-cprint(1)']],
  ['sh -c', ['sh', '-c', 'rm -rf /']],
  ['bash -lc', ['bash', '-lc', 'x']],
  ['deno eval', ['deno', 'eval', '1']],
  ['bun -e', ['bun', '-e', '1']],
  ['npx -c', ['npx', '-c', 'x']],
  ['npx --call=', ['npx', '--call=x']],
  ['npx tsx -e', ['npx', '-y', 'tsx', '-e', '1']],
  ['uv run -c', ['uv', 'run', '-c', 'x']],
  ['uv run python -c', ['uv', 'run', 'python', '-c', 'x']],
  ['uv run --with', ['uv', 'run', '--with', 'x', 'python', '-c', 'x']],
  ['cmd /c', ['cmd.exe', '/c', 'x']],
  ['powershell', ['pwsh', '-EncodedCommand', 'x']],
  ['docker run sh -c', ['docker', 'run', 'alpine', 'sh', '-c', 'x']],
])('%s is flagged as code in the arguments', (_name, argv) => {
  expect(codes(argv)).toEqual(['inline_code']);
});

test.each([
  ['npx a package', ['npx', '-y', 'arxiv-mcp@1.2.0']],
  ['node a file', ['node', 'server.js', '-e', 'not for node']],
  ['node a file with its own -c', ['node', '--inspect', 'server.js', '-c', 'config.json']],
  ['python a module', ['python', '-m', 'server', '-c', 'config']],
  ['python a file', ['python3', 'server.py', '-c', 'config']],
  ['uvx a package', ['uvx', '--from', 'pkg', 'server', '-c', 'x']],
  ['docker with a folder', ['docker', 'run', '-i', '--rm', '-v', '/data/in:/in:ro', 'image']],
])('%s is not flagged', (_name, argv) => {
  expect(codes(argv)).toEqual([]);
});

test.each([
  [['docker', 'run', '--privileged', 'image']],
  [['podman', 'run', '-v', '/:/host', 'image']],
  [['docker', 'run', '-v/:/host', 'image']],
  [['docker', 'run', '--volume=/var/run/docker.sock:/s', 'image']],
  [['docker', 'run', '--mount', 'type=bind,source=/,target=/host', 'image']],
  [['docker', 'run', '--mount', 'type=bind,src=/etc,dst=/e', 'image']],
  [['docker', 'run', '-v', 'C:\\:/c', 'image']],
  [['docker', 'run', '--network', 'host', 'image']],
  [['docker', 'run', '--pid=host', 'image']],
  [['docker', 'run', '--cap-add=SYS_ADMIN', 'image']],
])('%j opens the machine to the container', (argv) => {
  expect(codes(argv)).toEqual(['privileged']);
});

test.each([
  [['npx', 'x', '--token=abcdef']],
  [['npx', 'x', '--api-key', 'abcdef']],
  [['docker', 'run', '-e', 'GITHUB_TOKEN=abc', 'image']],
  [['npx', 'x', 'ghp_0123456789abcdefghij']],
  [['npx', 'mcp-remote', 'https://h.example/mcp?key=K1']],
  [['npx', 'x', 'postgres://u:p@h/db']],
  [['npx', 'x', 'https://user:pass@h.example/']],
])('%j shows a secret in its arguments', (argv) => {
  expect(secretInArgv(argv)).toHaveLength(1);
  expect(secretInArgv(argv)[0]?.code).toBe('secret_in_argv');
});

test.each([
  [['npx', 'x', '--token=${TOKEN}']],
  [['npx', 'x', '--token', '--verbose']],
  [['npx', 'x', '--tokenizer=fast', '--author', 'me']],
  [['npx', 'x', 'https://h.example/mcp?page=2']],
])('%j shows none', (argv) => {
  expect(secretInArgv(argv)).toEqual([]);
});

test('a warning never repeats the secret itself', () => {
  const words = JSON.stringify(secretInArgv(['npx', 'x', '--password=hunter2']));
  expect(words).not.toContain('hunter2');
});

test.each([
  ['http://example.com/mcp', ['plain_http']],
  ['https://example.com/mcp?api_key=1', ['secret_in_url']],
  ['http://127.0.0.1:8080/mcp', []],
  ['http://localhost/mcp', []],
  ['http://[::1]:1/mcp', []],
  ['http://127.0.0.1.evil.example/mcp', ['plain_http']],
  ['https://example.com/mcp', []],
])('%s warns of %j', (url, expected) => {
  expect(urlWarnings(url).map(({ code }) => code)).toEqual(expected);
});

test('loopback is this machine only', () => {
  expect(['localhost', '127.9.9.9', '[::1]', 'a.localhost'].every(isLoopback)).toBe(true);
  expect(['localhost.example', '128.0.0.1', '0.0.0.0', '10.0.0.1'].some(isLoopback)).toBe(false);
});
