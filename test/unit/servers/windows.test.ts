import { expect, test } from 'vitest';
import { lookUpPlan, searchFolders } from '../../../src-main/servers/search-path.ts';
import {
  commandInterpreter,
  isBatchFile,
  shimCommand,
} from '../../../src-main/servers/windows-command.ts';

const place = (path: string, pathext = '') =>
  ({ platform: 'win32', path, pathext, cwd: 'C:\\home' }) as const;

test('a command is looked up by PATHEXT, real programs first, never without an ending', () => {
  expect(lookUpPlan('npx', place('C:\\a;C:\\b', '.CMD;.BAT;.EXE'))).toEqual([
    'C:\\a\\npx.exe',
    'C:\\a\\npx.cmd',
    'C:\\a\\npx.bat',
    'C:\\b\\npx.exe',
    'C:\\b\\npx.cmd',
    'C:\\b\\npx.bat',
  ]);
  expect(lookUpPlan('npx.cmd', place('C:\\a'))).toEqual(['C:\\a\\npx.cmd']);
  expect(lookUpPlan('x.y', place('C:\\a', '.EXE'))).toEqual(['C:\\a\\x.y.exe']);
  expect(lookUpPlan('x.py', place('C:\\a', '.PY;.JS'))).toEqual([
    'C:\\a\\x.py.exe',
    'C:\\a\\x.py.com',
    'C:\\a\\x.py.bat',
    'C:\\a\\x.py.cmd',
  ]);
  expect(lookUpPlan('D:\\t\\npx', place('C:\\a', '.EXE;.CMD'))).toEqual([
    'D:\\t\\npx.exe',
    'D:\\t\\npx.cmd',
  ]);
});

test('the current folder is never searched, not by an empty or relative entry either', () => {
  expect(searchFolders(place('.;;C:\\a;bin;"C:\\b c";C:\\a'))).toEqual(['C:\\a', 'C:\\b c']);
  const posix = { platform: 'linux', path: '/a::.:bin:/b', pathext: '', cwd: '/w' } as const;
  expect(searchFolders(posix)).toEqual(['/a', '/b']);
  expect(lookUpPlan('./x', posix)).toEqual(['/w/x']);
  expect(lookUpPlan('x', posix)).toEqual(['/a/x', '/b/x']);
});

test('a batch file gets one line in which every argument is data', () => {
  const shim = shimCommand('C:\\Windows\\cmd.exe', 'C:\\Program Files\\x\\npx.cmd', [
    '-y',
    'pkg@1',
    'a b',
    'x&y|z',
    '100%PATH%',
    'q"q',
    'end\\',
    '',
  ]);
  expect(shim).toEqual({
    ok: true,
    value: {
      file: 'C:\\Windows\\cmd.exe',
      args: [
        '/e:ON',
        '/v:OFF',
        '/d',
        '/s',
        '/c',
        '""C:\\Program Files\\x\\npx.cmd" "-y" "pkg@1" "a b" "x&y|z" ' +
          '"100%%cd:~,%PATH%%cd:~,%" "q""q" "end\\\\" """',
      ],
      verbatim: true,
    },
  });
});

test('outside of quotes nothing of an argument ever stands', () => {
  for (const word of ['" & calc & "', '\\" & calc', '^" & calc', 'a"b"c & d', '""& x']) {
    const shim = shimCommand('cmd.exe', 'C:\\x.cmd', [word]);
    if (!shim.ok) throw new Error(shim.failure.message);
    const line = (shim.value.args.at(-1) ?? '').slice(1, -1);
    let isInside = false;
    const bare = [...line].filter((character) => {
      if (character === '"') isInside = !isInside;
      return character !== '"' && !isInside;
    });
    expect(bare.join('').trim()).toBe('');
  }
});

test('what no quoting carries through is refused', () => {
  expect(shimCommand('cmd.exe', 'C:\\x.cmd', ['a\nb'])).toMatchObject({ ok: false });
  expect(shimCommand('cmd.exe', 'C:\\x"y.cmd', [])).toMatchObject({ ok: false });
  expect(isBatchFile('C:\\x.CMD')).toBe(true);
  expect(isBatchFile('C:\\x.bat ')).toBe(true);
  for (const path of ['C:\\x.bat.', 'C:\\x.cmd . .']) expect(isBatchFile(path)).toBe(true);
  expect(isBatchFile('C:\\x.exe')).toBe(false);
  expect(isBatchFile('C:\\x.bat\\y.exe')).toBe(false);
  expect(shimCommand('cmd.exe', 'C:\\x.cmd', ['y'.repeat(8_000)])).toMatchObject({ ok: true });
  expect(shimCommand('cmd.exe', 'C:\\x.cmd', ['y'.repeat(8_192)])).toMatchObject({ ok: false });
  expect(shimCommand('cmd.exe', 'C:\\x.cmd', ['%'.repeat(1_100)])).toMatchObject({ ok: false });
});

test('the command interpreter is never looked for by its bare name', () => {
  expect(commandInterpreter({ COMSPEC: 'D:\\w\\cmd.exe' })).toBe('D:\\w\\cmd.exe');
  expect(commandInterpreter({ COMSPEC: 'cmd.exe', SYSTEMROOT: 'D:\\w' })).toBe(
    'D:\\w\\System32\\cmd.exe',
  );
  expect(commandInterpreter({})).toBe('C:\\Windows\\System32\\cmd.exe');
});
