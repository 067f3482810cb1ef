import { expect, test } from 'vitest';
import { Registration } from '../../../src-main/registry/registration.ts';
import {
  baseEnvironment,
  joinPaths,
  type LaunchEnvironment,
  mergeVariables,
} from '../../../src-main/servers/base-environment.ts';
import { launchPlan, workingFolder } from '../../../src-main/servers/launch-plan.ts';
import { pathFromShell, SHELL_QUESTION } from '../../../src-main/servers/login-shell.ts';
import { chosenVersion, usualToolFolders } from '../../../src-main/servers/usual-tool-folders.ts';

test('the base environment is an allow-list', () => {
  const own = {
    HOME: '/h',
    USER: 'u',
    LC_TIME: 'de_CH',
    HTTPS_PROXY: 'http://p',
    no_proxy: 'x',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    PATH: '/old',
    GATEHOUSE_HOME: '/g',
    NODE_OPTIONS: '--x',
    ELECTRON_RUN_AS_NODE: '1',
    DBUS_SESSION_BUS_ADDRESS: 'unix:',
    AWS_SECRET_ACCESS_KEY: 's',
    LD_PRELOAD: '/evil.so',
    TERM: '() { :; }; x',
  };
  expect(baseEnvironment(own, '/new', 'linux')).toEqual({
    HOME: '/h',
    USER: 'u',
    LC_TIME: 'de_CH',
    HTTPS_PROXY: 'http://p',
    no_proxy: 'x',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    PATH: '/new',
  });
});

test('on Windows names are matched without case and Path does not appear twice', () => {
  const base = baseEnvironment(
    { Path: 'C:\\old', SystemRoot: 'C:\\W', Gatehouse_X: '1' },
    'C:\\new',
    'win32',
  );
  expect(base).toEqual({ SYSTEMROOT: 'C:\\W', PATH: 'C:\\new' });
});

test('a later value wins, on Windows whatever the case of its name, and keeps the name it was given', () => {
  const merge = (platform: NodeJS.Platform) =>
    mergeVariables(platform, { PATH: 'a', A: '1' }, { Path: 'b' }, { a: '2' });
  expect(merge('win32')).toEqual({ Path: 'b', a: '2' });
  expect(merge('linux')).toEqual({ PATH: 'a', A: '1', Path: 'b', a: '2' });
});

test('the shell’s path is read between the marks only', () => {
  const mark = /'([^']+)'/.exec(SHELL_QUESTION)?.[1] ?? '';
  const said = (inside: string) => `Welcome\n/noise:/bin\n${mark}\n${inside}\n${mark}\n/bye`;
  expect(pathFromShell(said('/a:/b'))).toBe('/a:/b');
  expect(pathFromShell(said('bin:/b'))).toBe('bin:/b');
  expect(pathFromShell(said('\u001b]0;title\u0007\n/a b:/c\r\n'))).toBe('/a b:/c');
  expect(pathFromShell(`no line end${said('/a')}`)).toBe('/a');
  expect(pathFromShell(said(''))).toBeNull();
  expect(pathFromShell(`${mark}\n/half`)).toBeNull();
  expect(pathFromShell('')).toBeNull();
});

test('a shell that also prints the commands it runs is understood', () => {
  const traced = SHELL_QUESTION.split('; ').map((part) => `+ ${part}\n`);
  const mark = /'([^']+)'/.exec(SHELL_QUESTION)?.[1] ?? '';
  expect(pathFromShell([traced[0], mark, traced[1], '/a:/b', traced[2], mark].join('\n'))).toBe(
    '/a:/b',
  );
});

test('the usual folders of brew, cargo, uv, volta, asdf, mise, bun, deno and pnpm are known on each system', () => {
  const linux = usualToolFolders('/home/u', 'linux');
  for (const folder of [
    ...['.local/bin', '.cargo/bin', '.volta/bin', '.asdf/shims', '.local/share/mise/shims'],
    ...['.bun/bin', '.deno/bin', '.local/share/pnpm'],
  ])
    expect(linux).toContain(`/home/u/${folder}`);
  expect(linux).toContain('/home/linuxbrew/.linuxbrew/bin');
  const mac = usualToolFolders('/Users/u', 'darwin');
  for (const folder of ['/opt/homebrew/bin', '/usr/local/bin', '/Users/u/Library/pnpm'])
    expect(mac).toContain(folder);
  const windows = usualToolFolders('C:\\Users\\u', 'win32');
  for (const folder of ['AppData\\Roaming\\npm', '.local\\bin', 'scoop\\shims'])
    expect(windows).toContain(`C:\\Users\\u\\${folder}`);
  expect(windows).toContain('C:\\Program Files\\nodejs');
});

test('the default version is the newest that fits it, and without one the newest of all', () => {
  const installed = ['v18.20.1', 'v20.9.0', 'v20.11.0', 'v22.1.0', 'system', 'v9.1'];
  expect(chosenVersion(installed, '20\n')).toBe('v20.11.0');
  expect(chosenVersion(installed, 'v20.9')).toBe('v20.9.0');
  expect(chosenVersion(installed, 'v18.20.1')).toBe('v18.20.1');
  for (const other of ['', 'node', 'lts/*', '2', '16'])
    expect(chosenVersion(installed, other)).toBe('v22.1.0');
  expect(chosenVersion(['system'], '')).toBeUndefined();
});

test('paths are joined in order, each folder once', () => {
  expect(joinPaths(['/a:/b', '', '/b:/c', 'rel', '/a'], 'linux')).toBe('/a:/b:/c');
});

const environment: LaunchEnvironment = {
  platform: 'linux',
  home: '/home/u',
  base: { PATH: '/usr/bin', HOME: '/home/u', LANG: 'C' },
  own: {},
};
const registration = Registration.parse({ transport: 'stdio', command_argv: ['node', 'a.js'] });
const expanded = { argv: ['node', 'a.js'], env: { LANG: 'de', KEY: 'plain' }, url: '', cwd: '' };

test('plain values win over the base environment, and secrets over both', () => {
  const plan = launchPlan({
    registration,
    expanded,
    secrets: new Map([['KEY', 'secret']]),
    environment,
    executable: { found: '/usr/bin/node', real: '/opt/node' },
  });
  expect(plan).toEqual({
    ok: true,
    value: {
      file: '/opt/node',
      argv0: '/usr/bin/node',
      args: ['a.js'],
      cwd: '/home/u',
      env: { PATH: '/usr/bin', HOME: '/home/u', LANG: 'de', KEY: 'secret' },
      verbatim: false,
    },
  });
});

test('the packaged app’s own node stands in when none is on the path', () => {
  const node = { path: '/app/gatehouse', env: { ELECTRON_RUN_AS_NODE: '1' } };
  const plan = launchPlan({
    registration,
    expanded,
    secrets: new Map(),
    environment: { ...environment, node },
    executable: null,
  });
  expect(plan).toMatchObject({
    ok: true,
    value: { file: '/app/gatehouse', args: ['a.js'], env: { ELECTRON_RUN_AS_NODE: '1' } },
  });
  const without = launchPlan({
    registration,
    expanded,
    secrets: new Map(),
    environment,
    executable: null,
  });
  expect(without).toMatchObject({ ok: false, failure: { code: 'command_not_found' } });
});

test('the working folder is the home folder unless told otherwise', () => {
  expect(workingFolder(environment, '')).toBe('/home/u');
  expect(workingFolder(environment, '~/x')).toBe('/home/u/x');
  expect(workingFolder(environment, '~')).toBe('/home/u');
  expect(workingFolder(environment, '~other')).toBe('/home/u/~other');
  expect(workingFolder(environment, '/srv')).toBe('/srv');
});
