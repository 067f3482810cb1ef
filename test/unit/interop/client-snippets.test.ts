import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { type ClientSnippet, clientSnippets } from '../../../src-main/interop/client-snippets.ts';
import { parsePaste } from '../../../src-main/interop/parse-paste.ts';

const TOKEN = `gth_${'a'.repeat(43)}`;
const parts = {
  ...{ agent: 'reader', url: 'http://127.0.0.1:7420/mcp', token: TOKEN },
  platform: 'linux',
  program: ['/opt/node', '/opt/gatehouse/cli.js'],
  home: '/srv/home',
} as const;

function readBack({ format, text }: ClientSnippet): unknown {
  switch (format) {
    case 'json':
      return JSON.parse(text);
    case 'jsonc':
      return parseJsonc(text);
    case 'toml':
      return parseToml(text);
    case 'yaml':
      return parseYaml(text);
  }
}

/** Every text in a value, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [String(value)];

describe.each(clientSnippets(parts).map((one) => [one.name, one] as const))('%s', (_name, one) => {
  test('its text is read back in its own format, with address and token', () => {
    const texts = textsIn(readBack(one));
    if (one.by === 'http')
      expect(texts).toEqual(expect.arrayContaining([parts.url, `Bearer ${TOKEN}`]));
    else
      expect(texts).toEqual([
        ...['/opt/node', '/opt/gatehouse/cli.js', 'connect', '--agent', 'reader'],
        ...[TOKEN, '/srv/home'],
      ]);
    expect(JSON.stringify(readBack(one))).toContain('"gatehouse":{');
  });

  test('a client that reads its own configuration finds one server of the right kind', () => {
    const found = parsePaste(one.text);
    expect(found.ok && found.value.candidates).toMatchObject([
      { registration: { transport: one.by === 'http' ? 'http' : 'stdio' } },
    ]);
  });
});

test('paths are those of the platform', () => {
  const pathOf = (platform: NodeJS.Platform, id: string) =>
    clientSnippets({ ...parts, platform }).find((one) => one.id === id)?.path;
  expect(pathOf('linux', 'claude-desktop')).toBe('~/.config/Claude/claude_desktop_config.json');
  expect(pathOf('darwin', 'vscode')).toBe('~/Library/Application Support/Code/User/mcp.json');
  expect(pathOf('win32', 'cursor')).toBe('%USERPROFILE%\\.cursor\\mcp.json');
  expect(pathOf('freebsd', 'zed')).toBe('~/.config/zed/settings.json');
});

test('only a client that speaks no HTTP starts the relay, and ids are unique', () => {
  const all = clientSnippets(parts);
  expect(all.filter(({ by }) => by === 'connect').map(({ id }) => id)).toEqual(['claude-desktop']);
  expect(new Set(all.map(({ id }) => id)).size).toBe(12);
});
