import { expect, test } from 'vitest';
import { Registration } from '../../../src-main/registry/registration.ts';
import {
  baseEnvironment,
  joinPaths,
  type LaunchEnvironment,
  pathFromShell,
  SHELL_QUESTION,
} from '../../../src-main/servers/base-environment.ts';
import { launchPlan, workingFolder } from '../../../src-main/servers/launch-plan.ts';

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
  expect(base).toEqual({ SystemRoot: 'C:\\W', PATH: 'C:\\new' });
});

test('the shell’s path is read between the marks only', () => {
  const mark = /'([^']+)'/.exec(SHELL_QUESTION)?.[1] ?? '';
  const said = (inside: string) => `Welcome\nPATH=/noise\n${mark}\n${inside}\n${mark}\nPATH=/bye`;
  expect(pathFromShell(said('A=1\nPATH=/a:/b\nB=2'))).toBe('/a:/b');
  expect(pathFromShell(said('A=1'))).toBeNull();
  expect(pathFromShell(`${mark}\nPATH=/half`)).toBeNull();
  expect(pathFromShell('')).toBeNull();
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
