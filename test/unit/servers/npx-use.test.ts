import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { npmEnvironment, npmFailure } from '../../../src-main/servers/npm-command.ts';
import { readNpxUse, steeringVariable } from '../../../src-main/servers/npx-use.ts';
import { chooseBin, isRunByNode, readManifest } from '../../../src-main/servers/package-bin.ts';
import { readLock } from '../../../src-main/servers/package-lock.ts';

const read = (...argv: string[]) => readNpxUse(argv, 'linux');

describe('what an npx command asks for', () => {
  test.each([
    [['npx', 'told'], { name: 'told', wanted: '*', exact: null, command: null, args_from: 2 }],
    [['npx', '-y', 'told@1.2.3', '-v'], { wanted: '1.2.3', exact: '1.2.3', args_from: 3 }],
    [['npx', '--yes', '-q', '@s/n@^1'], { name: '@s/n', wanted: '^1', exact: null }],
    [['npx', '-y', 'told@latest'], { wanted: 'latest', exact: null }],
    [['npx', '-y', 'told@v1.2.3'], { wanted: '1.2.3', exact: '1.2.3' }],
    [['npx', '-p', 'told@2', 'tell', 'x'], { name: 'told', command: 'tell', args_from: 4 }],
    [['npx', '--package=told', 'tell'], { name: 'told', command: 'tell', args_from: 3 }],
    [['npx', '-y', '--', 'told', '--', 'x'], { name: 'told', args_from: 4 }],
  ])('%j is one package', (argv, expected) => {
    expect(read(...argv)).toMatchObject({ kind: 'package', package: expected });
  });

  test.each([
    [['npx', '-c', 'told'], 'other_options'],
    [['npx', '--no', 'told'], 'other_options'],
    [['npx', '--registry=http://x', 'told'], 'other_options'],
    [['npx'], 'no_package'],
    [['npx', '-y'], 'no_package'],
    [['npx', '-p', 'a', '-p', 'b', 'c'], 'several_packages'],
    [['npx', 'github:a/b'], 'not_from_registry'],
    [['npx', 'a/b'], 'not_from_registry'],
    [['npx', './x'], 'not_from_registry'],
    [['npx', 'https://x/y.tgz'], 'not_from_registry'],
    [['npx', 'told@npm:other@1'], 'not_from_registry'],
    [['npx', 'told@file:..'], 'not_from_registry'],
    [['npx', 'told@${' + 'VERSION}'], 'not_from_registry'],
    [['npx', 'UPPER'], 'not_from_registry'],
    [['npx', '.'], 'not_from_registry'],
  ])('%j is unusual', (argv, code) => {
    expect(read(...argv)).toMatchObject({ kind: 'unusual', fallback: { code } });
  });

  test('other commands are none of its business, a path to npx included', () => {
    for (const command of ['node', 'pnpm', 'bunx', '/usr/bin/npx', ''])
      expect(read(command, 'told')).toEqual({ kind: 'other' });
    expect(readNpxUse(['NPX.cmd', 'told'], 'win32').kind).toBe('package');
  });

  test('whatever is written, the own arguments of the program are never read', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (before, after) => {
        const plain = read('npx', ...before);
        const more = read('npx', ...before, ...after);
        if (plain.kind !== 'package') return;
        expect(more).toEqual(plain);
      }),
    );
  });
});

test('variables that steer npx or node keep a launch as written', () => {
  expect(steeringVariable(['LOG', 'NPM_CONFIG_REGISTRY'])).toBe('NPM_CONFIG_REGISTRY');
  expect(steeringVariable(['PATH'])).toBe('PATH');
  expect(steeringVariable(['LOG_LEVEL', 'PATHS', 'NPM_TOKEN'])).toBeUndefined();
});

test('the program is chosen as npx chooses it', () => {
  const bins = (entries: Record<string, string>) => new Map(Object.entries(entries));
  expect(chooseBin('@s/n', bins({ other: 'a.js' }), null)).toBe('a.js');
  expect(chooseBin('@s/n', bins({ x: 'a.js', y: 'a.js' }), null)).toBe('a.js');
  expect(chooseBin('@s/n', bins({ n: 'n.js', y: 'a.js' }), null)).toBe('n.js');
  expect(chooseBin('@s/n', bins({ x: 'n.js', y: 'a.js' }), null)).toBeNull();
  expect(chooseBin('@s/n', bins({ x: 'n.js', y: 'a.js' }), 'y')).toBe('a.js');
  expect(chooseBin('@s/n', bins({}), null)).toBeNull();
  const manifest = readManifest('{"name":"@s/n","version":"1.0.0","bin":"cli.js"}', '@s/n');
  expect([...(manifest?.bins ?? [])]).toEqual([['n', 'cli.js']]);
  expect(readManifest('{"name":"other","version":"1.0.0"}', '@s/n')).toBeNull();
  expect(readManifest('{', '@s/n')).toBeNull();
});

test.each([
  ['#!/usr/bin/env node', true],
  ['#!/usr/bin/env node\r', true],
  ['#!/usr/local/bin/node', true],
  ['#!/usr/bin/env -S node --flag', false],
  ['#!/bin/sh', false],
  ['#!/usr/bin/env bun', false],
  ['import x', false],
])('%j is run by node: %s', (line, expected) => {
  expect(isRunByNode(line)).toBe(expected);
});

test('npm is given no token and nothing of ours, but what the person set for it', () => {
  const env = npmEnvironment(
    { PATH: '/bin', HOME: '/h' },
    {
      ...{ npm_config_registry: 'http://r', NPM_CONFIG_CACHE: '/c', NPM_TOKEN: 'secret' },
      ...{ 'npm_config_//r/:_authToken': 'secret', GATEHOUSE_HOME: '/g', NODE_OPTIONS: '-r x' },
    },
  );
  expect(env).toEqual({
    ...{ PATH: '/bin', HOME: '/h', npm_config_registry: 'http://r', NPM_CONFIG_CACHE: '/c' },
  });
});

test("npm's reason is told in its own words, with the way out", () => {
  const lines = [
    'npm http fetch',
    'npm error code ETARGET',
    'npm error notarget No matching version',
  ];
  expect(npmFailure('told', lines)).toMatchObject({
    code: 'install_failed',
    message: expect.stringContaining('No matching version'),
    fix: expect.stringContaining('version'),
  });
});

test('a lock names what was resolved and what brings install scripts', () => {
  const packages = {
    'node_modules/told': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/told/node_modules/@s/n': { version: '2.0.0', hasInstallScript: true },
  };
  expect(readLock(JSON.stringify({ packages }), 'told')).toMatchObject({
    value: { version: '1.0.0', integrity: 'sha512-x', scripts: ['@s/n@2.0.0'] },
  });
  expect(readLock('{}', 'told').ok).toBe(false);
  expect(readLock('no json', 'told').ok).toBe(false);
});
