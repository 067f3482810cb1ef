import { describe, expect, test } from 'vitest';
import { isPage, isWebLink, mayLoad } from '../../../src-main/desktop/app-url.ts';
import { readBundlePath } from '../../../src-main/desktop/bundle-path.ts';
import { roleOf } from '../../../src-main/desktop/sender.ts';

describe('files of the bundle', () => {
  test('are found by plain names, with their type', () => {
    expect(readBundlePath('app://bundle/index.html')).toEqual({
      parts: ['index.html'],
      type: 'text/html; charset=utf-8',
    });
    expect(readBundlePath('app://bundle/assets/app-B3_x9.js?x=1#y')?.parts).toEqual([
      'assets',
      'app-B3_x9.js',
    ]);
  });

  test.each([
    'app://bundle/../main/main.js',
    'app://bundle/%2e%2e/main/main.js',
    'app://bundle/assets/../../main/main.js',
  ])('stay below the bundle in %s', (url) => {
    expect(readBundlePath(url)?.parts).toEqual(['main', 'main.js']);
  });

  test.each([
    'app://bundle/',
    'app://bundle/assets/',
    'app://bundle/..%2fmain.js',
    'app://bundle/%2e%2e%2f%2e%2e%2fetc%2fpasswd.js',
    'app://bundle/..%5cmain.js',
    'app://bundle/a%00.js',
    'app://bundle/.env.json',
    'app://bundle/assets/.hidden.js',
    'app://bundle//etc/passwd.js',
    'app://bundle/c:/x.js',
    'app://bundle/%ff.js',
    'app://bundle/main.exe',
    'app://bundle/constructor',
    'not a url',
  ])('are not found by %s', (url) => {
    expect(readBundlePath(url)).toBeNull();
  });
});

describe('who may ask', () => {
  const frame = (url: string, parent: unknown = null) => ({ url, parent });

  test('a window on its own page, wherever it is inside that page', () => {
    const main = { window: 'app', frame: frame('app://bundle/index.html#/mcp/files') } as const;
    expect(roleOf(main)).toBe('app');
    expect(roleOf({ window: 'approval', frame: frame('app://bundle/approval.html') })).toBe(
      'approval',
    );
  });

  test.each([
    ['a page of the other window', 'app', frame('app://bundle/approval.html')],
    ['the main page in the approval window', 'approval', frame('app://bundle/index.html')],
    ['another page of the bundle', 'app', frame('app://bundle/other.html')],
    ['a page with a query', 'app', frame('app://bundle/index.html?as=approval')],
    ['another host', 'app', frame('app://other/index.html')],
    ['a host that begins alike', 'app', frame('app://bundle.example/index.html')],
    ['the web', 'app', frame('https://example.com/index.html')],
    ['a file', 'app', frame('file:///app://bundle/index.html')],
    ['an empty page', 'app', frame('about:blank')],
    ['a frame inside the page', 'app', frame('app://bundle/index.html', {})],
    ['a frame that has gone', 'app', null],
    ['contents that are no window of ours', null, frame('app://bundle/index.html')],
  ] as const)('not %s', (_what, window, from) => {
    expect(roleOf({ window, frame: from })).toBeNull();
  });
});

test('pages are told apart from what only looks like them', () => {
  expect(isPage('index', 'app://bundle/index.html#a')).toBe(true);
  expect(isPage('index', 'app://bundle/index.html/x')).toBe(false);
});

test('a page loads the bundle and what it made itself, nothing else', () => {
  for (const url of ['app://bundle/x.js', 'data:image/png;base64,', 'blob:app://bundle/1'])
    expect(mayLoad(url), url).toBe(true);
  for (const url of ['https://example.com/', 'file:///etc/passwd', 'app://other/x', 'ws://x/'])
    expect(mayLoad(url), url).toBe(false);
});

test('only web links go to the browser', () => {
  for (const url of ['https://example.com/a?b#c', 'http://localhost:80/'])
    expect(isWebLink(url), url).toBe(true);
  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'mailto:a@b.c',
    'smb://host/share',
    'https://user:pass@example.com/',
    'app://bundle/index.html',
    'x',
    '',
  ])
    expect(isWebLink(url), url).toBe(false);
});
