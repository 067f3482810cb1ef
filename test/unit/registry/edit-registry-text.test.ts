import { expect, test } from 'vitest';
import {
  addEntry,
  changed,
  changeEntry,
  removeEntry,
} from '../../../src-main/registry/edit-registry-text.ts';
import { parseRegistry } from '../../../src-main/registry/parse-registry.ts';
import { Registration, type RegistrationChanges } from '../../../src-main/registry/registration.ts';

const FILE = `// my servers
{
    /* the first */
    "files": {
        "transport": "stdio", // local
        "command_argv": [
            "npx", // runner
            "-y",
            "files@1" // the version
        ],
        "env": { "LOG_LEVEL": "info", "B": "2" },
        "x-owner": "me" // unknown keys stay
    }, // end of files
    // about the web
    "web": {
        "transport": "http",
        "url": "https://a.example/mcp"
    }
    // the end
}
`;

const entry = (text: string, id: string): Registration => {
  const parsed = parseRegistry(text);
  const found = parsed.problem ? undefined : parsed.entries.get(id);
  if (!found) throw new Error(`${id} does not stand in\n${text}`);
  return found;
};

const edit = (text: string, id: string, changes: RegistrationChanges): string => {
  const before = entry(text, id);
  return changeEntry(text, id, before, Registration.parse(changed(before, changes)));
};

test('an added server writes what is not a default, after what is there', () => {
  const text = addEntry(
    FILE,
    'notes',
    Registration.parse({
      transport: 'stdio',
      command_argv: ['uvx', 'notes'],
      auth: { env_key: 'K' },
    }),
  );
  expect(text).toBe(
    FILE.replace(
      '    }\n    // the end',
      `    },
    "notes": {
        "transport": "stdio",
        "command_argv": ["uvx", "notes"],
        "auth": {
            "env_key": "K"
        },
        "enabled": true
    }
    // the end`,
    ),
  );
});

test('a changed value touches that value only', () => {
  expect(edit(FILE, 'web', { url: 'https://b.example' })).toBe(
    FILE.replace('https://a.example/mcp', 'https://b.example'),
  );
  expect(edit(FILE, 'files', { env: { LOG_LEVEL: 'debug', B: '2' } })).toBe(
    FILE.replace('"info"', '"debug"'),
  );
});

test('a changed argument keeps the comments of the others', () => {
  expect(edit(FILE, 'files', { command_argv: ['npx', '-y', 'files@2'] })).toBe(
    FILE.replace('files@1', 'files@2'),
  );
  expect(edit(FILE, 'files', { command_argv: ['npx', 'files@1'] })).toBe(
    FILE.replace('            "-y",\n', ''),
  );
  expect(edit(FILE, 'files', { command_argv: ['npx', '-y', 'files@1', '/tmp'] })).toBe(
    FILE.replace('"files@1" // the version\n', '"files@1", // the version\n            "/tmp"\n'),
  );
});

test('a field that was left out is added after the last one and its comment', () => {
  expect(edit(FILE, 'files', { enabled: false })).toBe(
    FILE.replace(
      '"me" // unknown keys stay\n',
      '"me", // unknown keys stay\n        "enabled": false\n',
    ),
  );
});

test('a removed variable goes, the others stay', () => {
  expect(edit(FILE, 'files', { env: { B: '2' } })).toBe(FILE.replace('"LOG_LEVEL": "info", ', ''));
  expect(edit(FILE, 'files', { env: { LOG_LEVEL: 'info' } })).toBe(FILE.replace(', "B": "2"', ''));
});

test('timeouts and auth are changed field by field', () => {
  const text = edit(FILE, 'web', { timeouts: { call_s: 5 } });
  expect(entry(text, 'web').timeouts).toEqual({ start_s: 60, idle_s: 300, call_s: 5 });
  expect(entry(edit(text, 'web', { timeouts: { idle_s: 7 } }), 'web').timeouts).toEqual({
    start_s: 60,
    idle_s: 7,
    call_s: 5,
  });
});

test('no change gives the same text', () => {
  expect(edit(FILE, 'files', {})).toBe(FILE);
  expect(edit(FILE, 'files', { enabled: true, cwd: '' })).toBe(FILE);
});

test('a removed server takes no comment of others with it', () => {
  const text = removeEntry(FILE, 'files');
  for (const comment of ['// my servers', '/* the first */', '// about the web', '// the end']) {
    expect(text).toContain(comment);
  }
  expect(parseRegistry(text)).toMatchObject({ problem: null, invalid: [] });
  expect(entry(text, 'web').url).toBe('https://a.example/mcp');
  const rest = removeEntry(text, 'web');
  expect(parseRegistry(rest)).toMatchObject({ problem: null, entries: new Map() });
  expect(rest).toContain('// about the web');
});

test('every copy of a duplicate goes, and so do entries with a bad id or value', () => {
  const text = '{ "a": {}, "B__": 1, "c": [], "a": {} }';
  expect(removeEntry(text, 'a')).toBe('{ "B__": 1, "c": [] }');
  expect(removeEntry(removeEntry(text, 'B__'), 'a')).toBe('{ "c": [] }');
  expect(removeEntry(text, 'nobody')).toBe(text);
});

test.each([
  [
    'an empty object',
    '{}',
    '{\n  "n": {\n    "transport": "sse",\n    "url": "http://a",\n    "enabled": true\n  }\n}',
  ],
  [
    'only a comment',
    '{\n  // none yet\n}\n',
    '{\n  // none yet\n  "n": {\n    "transport": "sse",\n    "url": "http://a",\n    "enabled": true\n  }\n}\n',
  ],
  [
    'a trailing comma',
    '{\n\t"a": {},\n}',
    '{\n\t"a": {},\n\t"n": {\n\t\t"transport": "sse",\n\t\t"url": "http://a",\n\t\t"enabled": true\n\t},\n}',
  ],
  [
    'Windows line ends',
    '{\r\n  "a": {} // x\r\n}\r\n',
    '{\r\n  "a": {}, // x\r\n  "n": {\r\n    "transport": "sse",\r\n    "url": "http://a",\r\n    "enabled": true\r\n  }\r\n}\r\n',
  ],
])('adding to a file with %s keeps its shape', (_name, before, after) => {
  const registration = Registration.parse({ transport: 'sse', url: 'http://a' });
  expect(addEntry(before, 'n', registration)).toBe(after);
});
