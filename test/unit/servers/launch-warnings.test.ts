import { expect, test } from 'vitest';
import { Registration } from '../../../src-main/registry/registration.ts';
import { envLoadsCode } from '../../../src-main/servers/env-warnings.ts';
import { inlineCodeWarnings } from '../../../src-main/servers/inline-code.ts';
import {
  isLoopback,
  secretInArgv,
  urlWarnings,
} from '../../../src-main/servers/launch-warnings.ts';
import { placeholderWarnings } from '../../../src-main/servers/placeholder-warnings.ts';

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
  ['npx -p, then -c', ['npx', '-p', 'foo', '-c', 'evil']],
  ['npx --package, then --call', ['npx', '-y', '--package', 'foo', '--call', 'evil']],
  ['npx with options for node', ['npx', '--node-options=--import=/e.mjs', 'x']],
  ['node --title, then -e', ['node', '--title', 'x', '-e', 'evil']],
  ['node, a flag that may stand alone, then -e', ['node', '--trace-require-module', '-e', 'evil']],
  ['uv in a folder', ['uv', '--directory', '/x', 'run', '-c', 'evil']],
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
  ['npx a program of a package', ['npx', '-p', 'pkg', 'server', '-c', 'config.json']],
  ['docker that is not privileged', ['docker', 'run', '--privileged=false', 'image']],
  ['docker with a volume of its own', ['docker', 'run', '-v', 'data:/data', 'image']],
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
  [['docker', 'run', '--privileged=1', 'image']],
  [['docker', 'run', '--privileged=T', 'image']],
  [['docker', 'run', '--volume', '/:/x', 'image']],
  [['docker', 'run', '--volume', '/', 'image']],
  [['docker', 'run', '--volume', '//:/x', 'image']],
  [['docker', 'run', '--volume', '/srv/..:/x', 'image']],
  [['docker', 'run', '-v=/:/x', 'image']],
  [['docker', 'run', '-itv', '/:/x', 'image']],
  [['docker', 'run', '--cgroupns=host', 'image']],
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
  [['npx', 'x', '--token=${TOKEN}']],
  [['npx', 'x', '--token', '${MYTOK}']],
  [['npx', 'x', '${GITHUB_TOKEN}']],
  [['npx', 'x', 'Bearer ${KNOWN}']],
])('%j shows a secret in its arguments', (argv) => {
  const warnings = secretInArgv(argv, ['KNOWN']);
  expect(warnings.map(({ code }) => code)).toEqual(['secret_in_argv']);
});

test.each([
  [['npx', 'x', '--token', '--verbose']],
  [['npx', 'x', '--folder=${FOLDER}']],
  [['npx', 'x', 'for $${API_TOKEN} write it so']],
  [['npx', 'x', '--tokenizer=fast', '--author', 'me']],
  [['npx', 'x', 'https://h.example/mcp?page=2']],
])('%j shows none', (argv) => {
  expect(secretInArgv(argv)).toEqual([]);
});

test.each([
  ['LD_PRELOAD', '/e.so'],
  ['LD_LIBRARY_PATH', '/e'],
  ['DYLD_INSERT_LIBRARIES', '/e.dylib'],
  ['NODE_OPTIONS', '--import /e.mjs'],
  ['NODE_OPTIONS', '--max-old-space-size=9 --require=/e.js'],
  ['NODE_OPTIONS', '-r /e.js'],
  ['NODE_OPTIONS', '${ANYTHING}'],
])('the variable %s=%s loads other code', (name, value) => {
  expect(envLoadsCode({ [name]: value }, []).map(({ code }) => code)).toEqual(['env_loads_code']);
});

test('a secret under such a name counts whatever it holds; other variables do not', () => {
  expect(envLoadsCode({}, ['NODE_OPTIONS', 'API_TOKEN'])).toHaveLength(1);
  expect(envLoadsCode({ NODE_OPTIONS: '--max-old-space-size=512', LOG: '-r' }, [])).toEqual([]);
});

test('what a placeholder decides is said for arguments, folder and address, not for variables', () => {
  const texts = (draft: object) =>
    placeholderWarnings(Registration.parse(draft)).map(({ code, text }) => `${code} ${text}`);
  expect(
    texts({
      transport: 'stdio',
      command_argv: ['node', '${SCRIPT:-/a.mjs}', '$${LITERAL}'],
      cwd: '/srv/${PLACE}',
      env: { PLACE: 'x', A: '${OTHER}' },
    }),
  ).toEqual([
    'placeholder_in_launch Argument 2 is filled in at each start from the secret SCRIPT: whoever sets SCRIPT decides what runs.',
    'placeholder_in_launch The working folder is filled in at each start from the secret PLACE, or its own variable of that name: whoever sets PLACE decides what runs.',
  ]);
  expect(texts({ transport: 'http', url: 'https://${HOST}/mcp' })).toEqual([
    'placeholder_in_launch The address is filled in at each start from the secret HOST: whoever sets HOST decides what is contacted.',
  ]);
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
