import { describe, expect, it } from 'vitest';
import { typedPath } from '../../../../src-renderer/features/first-run/typed-path.ts';
import { alike } from '../../../../src-renderer/features/mcp/add/add-choices.ts';
import { problemText } from '../../../../src-renderer/features/mcp/list/problem-text.ts';
import { portOf } from '../../../../src-renderer/ui/frame/port-of.ts';

describe('the sentence of the registry banner', () => {
  const path = '/home/ada/mcp_servers.json';

  it('leaves out the file and the place that the banner says anyway', () => {
    const message = `${path} cannot be read (line 14, column 3): a comma was expected.`;
    expect(problemText({ message, line: 14, column: 3 }, path)).toBe('a comma was expected.');
    const whole = `${path} cannot be read: it is too large.`;
    expect(problemText({ message: whole, line: null, column: null }, path)).toBe(
      'it is too large.',
    );
  });

  it('keeps a sentence that speaks of another place or file', () => {
    const message = `${path} cannot be read (line 15, column 3): a comma was expected.`;
    expect(problemText({ message, line: 14, column: 3 }, path)).toBe(message);
    expect(problemText({ message: 'Permission denied.', line: null, column: null }, path)).toBe(
      'Permission denied.',
    );
  });
});

describe('a typed folder', () => {
  it.each([
    ['/home/ada/papers', '/home/ada/papers'],
    ['  "/home/ada/My Papers" ', '/home/ada/My Papers'],
    ['~/papers', '~/papers'],
    ['~', '~'],
    ['C:\\Users\\Ada', 'C:\\Users\\Ada'],
    ['\\\\server\\share', '\\\\server\\share'],
  ])('takes %s', (text, path) => {
    expect(typedPath(text)).toBe(path);
  });

  it.each(['', ' ', 'papers', './papers', '../papers', '~ada', 'C:'])('refuses "%s"', (text) => {
    expect(typedPath(text)).toBeNull();
  });
});

describe('the port of the gateway', () => {
  it('is read from its address', () => {
    expect(portOf('http://127.0.0.1:7420/mcp')).toBe('7420');
    expect(portOf('http://127.0.0.1/mcp')).toBeNull();
    expect(portOf('no address')).toBeNull();
    expect(portOf(null)).toBeNull();
  });
});

describe('servers of a paste that were not added', () => {
  it('are told once for each reason', () => {
    const locked = { code: 'keychain_unavailable', message: 'Locked.' };
    const taken = { code: 'already_exists', message: 'There is one.' };
    const faults = [
      { id: 'a', failure: { ...locked } },
      { id: 'b', failure: taken },
      { id: 'c', failure: { ...locked } },
    ];
    expect(alike(faults)).toEqual([
      { ids: ['a', 'c'], failure: locked },
      { ids: ['b'], failure: taken },
    ]);
  });
});
