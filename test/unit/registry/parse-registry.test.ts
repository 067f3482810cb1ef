import { describe, expect, test } from 'vitest';
import {
  type ParsedRegistry,
  parseRegistry,
  type RegistryEntries,
} from '../../../src-main/registry/parse-registry.ts';

const good = '"transport": "stdio", "command_argv": ["npx", "-y", "files"]';

function entriesOf(parsed: ParsedRegistry): RegistryEntries {
  if (parsed.problem) throw new Error(`not readable: ${parsed.problem.message}`);
  return parsed;
}

const one = (fields: string) => entriesOf(parseRegistry(`{\n  "files": {\n    ${fields}\n  }\n}`));

describe('what is read leniently', () => {
  test.each([
    ['a line comment', `{ // mine\n "files": { ${good} } }`],
    ['a block comment', `{ /* mine */ "files": { ${good} } }`],
    ['trailing commas', `{ "files": { ${good}, }, }`],
    ['a byte-order mark', `\uFEFF{ "files": { ${good} } }`],
    ['Windows line ends', `{\r\n  // mine\r\n  "files": { ${good} }\r\n}\r\n`],
    ['a $schema hint', `{ "$schema": "./x.json", "files": { ${good} } }`],
    ['unknown harmless keys', `{ "files": { ${good}, "notes": "mine", "x-tags": [1] } }`],
  ])('%s', (_name, text) => {
    const { entries, invalid } = entriesOf(parseRegistry(text));
    expect(entries.get('files')?.command_argv).toEqual(['npx', '-y', 'files']);
    expect(invalid).toEqual([]);
  });

  test('comment marks inside strings are text', () => {
    const { entries } = one(
      '"transport": "http", "url": "https://a.example//x", "env": { "A": "/* no */ // no" }',
    );
    expect(entries.get('files')).toMatchObject({
      url: 'https://a.example//x',
      env: { A: '/* no */ // no' },
    });
  });

  test('defaults are filled in', () => {
    const { entries } = one(good);
    expect(entries.get('files')).toMatchObject({
      enabled: true,
      capabilities: ['tools', 'resources', 'prompts'],
      auth: { kind: 'none' },
      timeouts: { start_s: 60, idle_s: 300, call_s: 120 },
    });
  });

  test('placeholders stay as written', () => {
    const { entries } = one('"transport": "http", "url": "https://${HOST:-a.example}/x"');
    expect(entries.get('files')?.url).toBe('https://${HOST:-a.example}/x');
  });
});

describe('what makes the whole file unreadable', () => {
  test.each([
    ['an empty file', '', 1, 1, /empty/],
    ['only blanks', ' \n ', 1, 1, /empty/],
    ['only a comment', '// nothing', 1, 11, /./],
    ['half a file', `{\n  "files": { ${good}`, 2, 74, /brace expected/],
    [
      'merge-conflict markers',
      `{\n<<<<<<< HEAD\n"a": {},\n=======\n>>>>>>> b\n}`,
      2,
      1,
      /merge-conflict/,
    ],
    ['a list as root', '\n []', 2, 2, /must be an object, not array/i],
    ['text as root', '"x"', 1, 1, /must be an object/i],
    ['UTF-16 read as UTF-8', '{\0"\0a\0', 1, 2, /UTF-16/],
    ['text after the end', '{}\n{}', 2, 1, /./],
    ['too deep nesting', `{"a":${'['.repeat(5000)}`, 1, 69, /deeper than 64/],
  ])('%s', (_name, text, line, column, message) => {
    const { problem } = parseRegistry(text);
    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toMatch(message);
  });

  test('conflict markers inside a string or comment harm nothing', () => {
    const text = `{\n/*\n=======\n*/ "files": { ${good} } }`;
    expect(entriesOf(parseRegistry(text)).entries.size).toBe(1);
  });

  test('more than 1000 servers', () => {
    const many = Array.from({ length: 1001 }, (_, index) => `"s${index}": {}`).join(',');
    expect(parseRegistry(`{${many}}`).problem?.message).toMatch(/More than 1000/);
  });
});

describe('one bad entry is named and skipped', () => {
  test('the others hold', () => {
    const { entries, invalid } = entriesOf(
      parseRegistry(`{\n "a": { ${good} },\n "b": { "transport": "stdoi" },\n "c": { ${good} }\n}`),
    );
    expect([...entries.keys()]).toEqual(['a', 'c']);
    expect(invalid).toEqual([
      {
        id: 'b',
        line: 3,
        column: 9,
        message: '"transport" is "stdoi"; it must be one of "stdio", "sse", "http".',
      },
    ]);
  });

  test.each([
    [
      'a quoted boolean',
      `${good}, "enabled": "true"`,
      /"enabled" is "true"; it must be true or false/,
    ],
    [
      'a time with a unit',
      `${good}, "timeouts": { "call_s": "30s" }`,
      /"timeouts.call_s" is "30s"; it must be a (whole )?number/,
    ],
    [
      'half a second',
      `${good}, "timeouts": { "call_s": 0.5 }`,
      /"timeouts.call_s" is 0.5; .*whole/,
    ],
    ['no time at all', `${good}, "timeouts": { "call_s": 0 }`, /at least 1/],
    [
      'a risk in capitals',
      `${good}, "tool_risk_overrides": { "rm": "HIGH" }`,
      /"tool_risk_overrides.rm" is "HIGH"; .*"low", "medium", "high"/,
    ],
    ['an unknown capability', `${good}, "capabilities": ["tool"]`, /"capabilities\[0\]" is "tool"/],
    [
      'a number as a variable',
      `${good}, "env": { "PORT": 8080 }`,
      /"env.PORT" is 8080; it must be text/,
    ],
    ['a variable name with =', `${good}, "env": { "A=B": "x" }`, /cannot be the name/],
    ['a shell line', '"transport": "stdio", "command_argv": "npx files"', /it must be a list/],
    ['no transport', '"command_argv": ["npx"]', /"transport" is missing; it must be one of/],
    ['no command', '"transport": "stdio"', /needs a command/],
    ['an empty command', '"transport": "stdio", "command_argv": [" "]', /needs a command/],
    ['no address', '"transport": "http"', /http:\/\/ or https:\/\//],
    [
      'another scheme',
      '"transport": "http", "url": "file:///etc/passwd"',
      /http:\/\/ or https:\/\//,
    ],
    ['a secret name with blanks', `${good}, "env_keys": ["MY KEY"]`, /"env_keys\[0\]" is "MY KEY"/],
    ['a bearer without its name', `${good}, "auth": { "kind": "env_bearer" }`, /"auth.env_key"/],
    [
      'a header with a line end',
      `${good}, "auth": { "header_name": "A\\r\\nB" }`,
      /"auth.header_name"/,
    ],
    [
      'a header without its name',
      `${good}, "auth": { "kind": "env_header", "env_key": "KEY", "header_name": "" }`,
      /"auth.header_name"/,
    ],
    ['an unknown key in auth', `${good}, "auth": { "envkey": "X" }`, /Did you mean "env_key"/],
    [
      'a misspelt key',
      `${good}, "enabeld": false`,
      /"enabeld" is not a field.*Did you mean "enabled"/,
    ],
    ['another spelling', `${good}, "toolRiskOverrides": {}`, /Did you mean "tool_risk_overrides"/],
    ['a switch of another program', `${good}, "disabled": "true"`, /Use "enabled": false/],
    ['requireApproval', `${good}, "requireApproval": "true"`, /policy\.yml/],
    ['requireAproval', `${good}, "requireAproval": true`, /policy\.yml/],
    ['readOnly', `${good}, "readOnly": "yes"`, /policy\.yml/],
    ['a client’s command', '"command": "npx", "args": []', /Use "command_argv"/],
    [
      'a key that stands twice',
      `${good}, "enabled": false, "enabled": true`,
      /"enabled" stands there more than once/,
    ],
    ['__proto__', `${good}, "env": { "__proto__": "x" }`, /__proto__/],
    ['a NUL in an argument', '"transport": "stdio", "command_argv": ["a\\u0000b"]', /NUL/],
    [
      'a far too long argument',
      `"transport": "stdio", "command_argv": ["${'a'.repeat(20_000)}"]`,
      /at most 16384/,
    ],
  ])('%s', (name, fields, message) => {
    const { entries, invalid } = one(fields);
    expect(entries.size).toBe(0);
    expect(invalid).toHaveLength(1);
    expect(invalid[0]?.message).toMatch(message);
    expect(invalid[0]?.message.length).toBeLessThan(400);
    const leftOut = /^no (transport|command|address)/.test(name);
    expect(invalid[0]?.line).toBe(leftOut ? 2 : 3);
  });

  test('the place is that of the field', () => {
    const text = `{\n "a": {\n  ${good},\n  "timeouts": {\n    "idle_s": 1,\n     "call_s": "30s" } } }`;
    expect(entriesOf(parseRegistry(text)).invalid[0]).toMatchObject({ line: 6, column: 6 });
  });

  test.each(['A', 'a__b', '-a', 'a b', '', 'x'.repeat(64), '__proto__', 'mcpServers'])(
    'the id %j',
    (id) => {
      const { entries, invalid } = entriesOf(
        parseRegistry(`{ ${JSON.stringify(id)}: { ${good} } }`),
      );
      expect(entries.size).toBe(0);
      expect(invalid[0]?.message).toMatch(/cannot be a server id/);
    },
  );

  test('words of the language are ids like any other', () => {
    const { entries } = entriesOf(parseRegistry(`{ "constructor": { ${good} } }`));
    expect([...entries.keys()]).toEqual(['constructor']);
  });

  test('an id that stands twice holds nowhere', () => {
    const { entries, invalid, duplicates } = entriesOf(
      parseRegistry(`{\n "a": { ${good} },\n "b": { ${good} },\n "a": { ${good} }\n}`),
    );
    expect([...entries.keys()]).toEqual(['b']);
    expect(duplicates).toEqual(['a']);
    expect(invalid.map(({ id, line }) => [id, line])).toEqual([
      ['a', 2],
      ['a', 4],
    ]);
  });
});

test('a sign-in without a header may leave the name of the header empty', () => {
  const auth = '"auth": { "kind": "none", "env_key": "", "header_name": "" }';
  expect(one(`${good}, ${auth}`).invalid).toEqual([]);
});
