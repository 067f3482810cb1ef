// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what is tested.
import { describe, expect, it } from 'vitest';
import { isServerId } from '../../../src-main/kernel/ids.ts';
import { notUnderstood, only, pasted, refused } from './paste.ts';

describe('lenient JSON', () => {
  const text = [
    '\uFEFF{',
    '  // a comment',
    '  "mcpServers": {',
    '    /* another */',
    '    "a": { "command": "npx", "args": ["//not", "/* a comment */"], },',
    '    "bad": { "command": 7 },',
    '    "c": { "url": "https://c.example//mcp" },',
    '  },',
    '}',
  ].join('\r\n');

  it('keeps strings untouched, offers the good entries and lists the bad one where it stands', () => {
    const { candidates, rejected } = pasted(text);
    expect(candidates.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(candidates[0]?.registration.command_argv).toEqual(['npx', '//not', '/* a comment */']);
    expect(candidates[1]?.registration.url).toBe('https://c.example//mcp');
    expect(rejected).toEqual([
      { source_name: 'bad', reason: '"command" must be text', line: 6, column: 14 },
    ]);
  });
});

describe('broken text says where it breaks', () => {
  it.each([
    ['JSON', '{"mcpServers": {\n  "a": {"command" "npx"}}}', 2, 19],
    ['JSON', '{"a": {"command": "npx"}', 1, 24],
    ['TOML', '[mcp_servers.a]\ncommand = npx\n', 2, 11],
    ['YAML', 'extensions:\n  a: [1, 2\n  b: }\n', 3, undefined],
  ])('%s', (language, text, line, column) => {
    const { code, params } = notUnderstood(text);
    expect(code).toBe('bad_arguments');
    expect(params).toMatchObject({ language, line, ...(column ? { column } : {}) });
  });
});

describe('values of the wrong type', () => {
  it.each([
    ['disabled', 'true', '"disabled" must be true or false, without quotes'],
    ['enabled', 'yes', '"enabled" must be true or false, without quotes'],
    ['disabled', 1, '"disabled" must be true or false, without quotes'],
    ['timeout', '30s', '"timeout" must be a number above 0 and at most 86400000'],
    ['timeout', -1, '"timeout" must be a number above 0 and at most 86400000'],
    ['args', 'a b', '"args" must be a list of texts'],
    ['args', ['a', 1], '"args" must hold texts only'],
    ['env', ['A=1'], '"env" must be a table of names and values'],
    ['env', { PORT: 80 }, '"env.PORT" must be text'],
    ['env', { 'A B': '1' }, '"A B" cannot be the name of a variable'],
    ['command', '', '"command" or a url is missing'],
    ['cwd', 5, '"cwd" must be text'],
    ['args', ['a\0b'], '"args" holds a NUL character'],
    ['url', 'https://a.example/', '"url" and a command are both given: keep one'],
  ])('%s: %j refuses the server', (field, value, reason) => {
    expect(refused({ mcpServers: { s: { command: 'npx', [field]: value } } }).reason).toBe(reason);
  });

  it('a field that stands twice refuses the server', () => {
    const text = '{"mcpServers": {"s": {"command": "npx", "disabled": true, "disabled": false}}}';
    expect(refused(text).reason).toBe('"disabled" stands twice');
  });

  it('disabled and enabled that disagree mean disabled', () => {
    const text = { mcpServers: { s: { command: 'npx', disabled: true, enabled: true } } };
    expect(only(text).registration.enabled).toBe(false);
  });

  it('foreign safety settings are named and have no effect', () => {
    const text = {
      mcpServers: { s: { command: 'npx', requireApproval: 'true', readOnly: 'yes' } },
    };
    expect(only(text).not_imported).toEqual(['requireApproval', 'readOnly']);
  });

  it('a header with a line break or an odd name is refused', () => {
    const server = (name: string, value: string) => ({
      mcpServers: { s: { url: 'https://s.example/', headers: { [name]: value } } },
    });
    expect(refused(server('X-A', 'a\r\nHost: b')).reason).toContain('line break');
    expect(refused(server('X A', 'a')).reason).toContain('header');
  });

  it.each(['ftp://a.example/', 'a.example', 'https://a b/', 'javascript:alert(1)'])(
    'the address %s is refused',
    (url) => {
      expect(refused({ mcpServers: { s: { type: 'http', url } } }).reason).toContain('"url"');
    },
  );
});

describe('names', () => {
  it.each(['a/b', '..', 'a?b#c', '%2F', 'CON', 'name. ', 'x'.repeat(300), '文件', '__proto__', ''])(
    '%j gets a valid id and keeps its own spelling',
    (name) => {
      const text = `{"mcpServers": {${JSON.stringify(name)}: {"command": "npx"}}}`;
      const candidate = only(text);
      expect(isServerId(candidate.id)).toBe(true);
      if (name !== '') expect(candidate.source_name).toBe(name);
      expect(candidate.registration.name.length).toBeLessThanOrEqual(200);
    },
  );

  it('that lead to the same id get different ones', () => {
    const names = ['a b', 'a/b', 'a-b', 'A B', 'x'.repeat(80), 'x'.repeat(81)];
    const { candidates, duplicates } = pasted({
      mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'npx' }])),
    });
    const ids = candidates.map(({ id }) => id);
    expect(ids.slice(0, 4)).toEqual(['a-b', 'a-b-2', 'a-b-3', 'a-b-4']);
    expect(new Set(ids).size).toBe(6);
    expect(ids.every(isServerId)).toBe(true);
    expect(duplicates).toEqual([]);
  });

  it('that stand twice are told, and the last one counts as for every client', () => {
    const { candidates, duplicates } = pasted(
      '{"mcpServers": {"a": {"command": "one"}, "a": {"command": "two"}}}',
    );
    expect(candidates.map((one) => one.registration.command_argv)).toEqual([['two']]);
    expect(duplicates).toEqual(['a']);
  });
});

describe('hostile text', () => {
  it('over 1 MiB is refused unread', () => {
    expect(notUnderstood(`{"a": "${'x'.repeat(1024 * 1024)}"}`).message).toContain('1 MiB');
  });

  it.each([
    ['JSON', `${'{"a":'.repeat(100_000)}1`],
    ['JSON', `[{"a": ${'['.repeat(100_000)}`],
    ['TOML', `mcp_servers.x = ${'['.repeat(100_000)}`],
    ['TOML', `[${'a.'.repeat(1000)}b]\nc = 1`],
    ['YAML', `a: ${'['.repeat(100_000)}`],
    ['YAML', `a:\n${'- '.repeat(100_000)}b`],
    ['YAML', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('that nests without end is refused: %s %#', (language, text) => {
    expect(notUnderstood(text)).toMatchObject({ code: 'bad_arguments', params: { language } });
  });

  it('an alias bomb is refused before it grows', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const items = Array.from({ length: 9 }, () => (level === 0 ? 'x' : `*l${level - 1}`));
      return `l${level}: &l${level} [${items.join(', ')}]`;
    });
    const started = performance.now();
    expect(notUnderstood(levels.join('\n')).message).toContain('aliases');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('an alias that holds itself is refused', () => {
    expect(notUnderstood('extensions: &a\n  x: *a\n').code).toBe('bad_arguments');
  });

  it('prototype keys change no object and are no variables', () => {
    const text =
      '{"mcpServers": {"__proto__": {"command": "npx", "constructor": 1, "env": {"constructor": "x"}}, "b": {"command": "npx", "env": {"__proto__": "x"}}}}';
    const { candidates, rejected } = pasted(text);
    expect(candidates[0]).toMatchObject({ id: 'proto', not_imported: ['constructor'] });
    expect(Object.entries(candidates[0]?.registration.env ?? {})).toEqual([['constructor', 'x']]);
    expect(rejected).toMatchObject([{ source_name: 'b' }]);
    expect(Object.hasOwn(Object.prototype, 'command')).toBe(false);
    expect(only('[mcp_servers.__proto__]\ncommand = "npx"').id).toBe('proto');
    expect(only('extensions:\n  __proto__: { type: stdio, cmd: npx }').id).toBe('proto');
  });

  it.each([
    ['arguments', { args: Array.from({ length: 1001 }, () => 'a') }, 'more than 1000 items'],
    ['a text', { args: ['x'.repeat(40_000)] }, 'longer than 32768 characters'],
    [
      'secrets',
      { args: Array.from({ length: 300 }, (_, at) => `aB3dE5fG7hI9jK1lM${at}xY`) },
      'more than 200 texts that look like secrets',
    ],
  ])('a server with too many or too long %s is refused', (_what, more, reason) => {
    expect(refused({ mcpServers: { s: { command: 'npx', ...more } } }).reason).toContain(reason);
  });

  it('YAML over 256 KiB is refused unread', () => {
    expect(notUnderstood(`a:\n${'- b\n'.repeat(100_000)}`).message).toContain('256 KiB');
  });

  it('more than 500 servers are refused', () => {
    const servers = Array.from({ length: 501 }, (_, at) => [`s${at}`, { command: 'npx' }]);
    const { message } = notUnderstood(JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
    expect(message).toContain('501');
  });

  it.each([
    ['openings of placeholders', `{"command": "${'${'.repeat(15_000)}"}`],
    ['many secrets', `{"command": "x", "args": [${'"--key=aaaaaaaaa1",'.repeat(40_000)}]}`],
    ['dashes', `{"command": "x", "args": ["${'sk-'.repeat(10_000)}"]}`],
    ['blanks', `{"command": "x${' '.repeat(32_000)}y"}`],
    ['quotes', `{"command": "x", "args": ["${"'a':".repeat(8000)}"]}`],
    ['at signs', `{"command": "x", "args": ["https://${'a@:'.repeat(10_000)}"]}`],
    ['many lines', 'npx a\n'.repeat(400)],
    ['equal signs', `npx ${'a=b'.repeat(10_000)}`],
    ['words', `npx ${'a '.repeat(400_000)}`],
    ['headers', `[mcp_servers.x]\ncommand = "x"\n${'[m.a.b]\n#'.repeat(50_000)}`],
  ])('is read in bounded time: %s', (_what, text) => {
    const started = performance.now();
    pasted(text);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe('a text that is nothing known', () => {
  it.each([
    '',
    ' \n',
    '{}',
    '[]',
    '{"name": "x", "version": "1"}',
    'title: x\nbody: y',
    'a = 1',
    '"x"',
  ])('%j says what was expected', (text) => {
    expect(notUnderstood(text).code).toBe('bad_arguments');
  });

  it('names the client whose list is empty', () => {
    expect(notUnderstood('{"mcpServers": {}}').message).toContain('claude-desktop');
  });
});
