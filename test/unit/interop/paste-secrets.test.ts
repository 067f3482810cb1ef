// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are what is tested.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePaste } from '../../../src-main/interop/parse-paste.ts';
import { only, pasted } from './paste.ts';

const GITHUB = 'ghp_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8';

const stdio = (more: object) => ({ mcpServers: { srv: { command: 'npx', ...more } } });
const http = (more: object) => ({ mcpServers: { srv: { url: 'https://s.example/', ...more } } });

describe('secrets in env', () => {
  it.each([
    ['SERVICE_PERSONAL_ACCESS_TOKEN', 'abc'],
    ['API_KEY', 'k'],
    ['apiKey', 'k'],
    ['PGPASSWORD', 'postgres'],
    ['PLAIN', GITHUB],
    ['PLAIN', 'sk-proj-abc123def456ghi789'],
    ['PLAIN', 'AKIAIOSFODNN7EXAMPLE'],
    ['PLAIN', 'xoxb-123456-abcdef'],
    ['PLAIN', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc'],
    ['PLAIN', 'q8Zr2Lw9Xk4Tn7Vb3Hj6Pd1Sf5Gm0Yc'],
    ['DATABASE_URL', 'postgres://me:pass@db/x'],
  ])('%s is kept by name only', (key, value) => {
    const candidate = only(stdio({ env: { [key]: value } }));
    expect(candidate.registration).toMatchObject({ env: {}, env_keys: [key] });
    expect(candidate.secrets).toMatchObject([{ place: 'env', name: key, value }]);
  });

  it.each([
    ['LOG_LEVEL', 'debug'],
    ['MAX_TOKENS', '4096'],
    ['TOKEN_LIMIT', '100'],
    ['KEYBOARD_LAYOUT', 'de'],
    ['USE_AUTH', 'false'],
    ['SSH_KEY_PATH', '/home/me/.ssh/id'],
    ['PROJECT_ID', '123e4567-e89b-42d3-a456-426614174000'],
    ['IMAGE', 'my-project-2024-prod-cluster-01'],
    ['URL', 'https://api.example/v1'],
  ])('%s=%s stays plain', (key, value) => {
    const candidate = only(stdio({ env: { [key]: value } }));
    expect(candidate.registration.env).toEqual({ [key]: value });
    expect(candidate.secrets).toEqual([]);
  });

  it.each([
    '<YOUR_TOKEN>',
    'your-api-key',
    'YOUR_KEY_HERE',
    'xxxxxxxx',
    '...',
    '',
    'ghp_xxxxxxxxxxxx',
  ])('the sample value %j is asked for', (value) => {
    const candidate = only(stdio({ env: { GH_TOKEN: value } }));
    expect(candidate.registration).toMatchObject({ env: {}, env_keys: ['GH_TOKEN'] });
    expect(candidate.secrets).toMatchObject([{ name: 'GH_TOKEN', value: null }]);
  });

  it('two servers with different values for one name keep both', () => {
    const { candidates } = pasted({
      mcpServers: {
        a: { command: 'npx', env: { API_KEY: 'first' } },
        b: { command: 'npx', env: { API_KEY: 'second' } },
        c: { command: 'npx', env: { API_KEY: 'first' } },
      },
    });
    expect(candidates.map((one) => one.registration.env_keys)).toEqual([
      ['API_KEY'],
      [],
      ['API_KEY'],
    ]);
    expect(candidates[1]?.registration.env).toEqual({ API_KEY: '${B_API_KEY}' });
    expect(candidates[1]?.secrets).toMatchObject([{ name: 'B_API_KEY', value: 'second' }]);
    expect(candidates[1]?.suggestions.map(({ code }) => code)).toEqual(['secret_name_clash']);
  });
});

describe('secrets in arguments', () => {
  it.each([
    [['--key', 'K'], ['--key', '${SRV_KEY}'], 'K'],
    [['--api-key=K'], ['--api-key=${SRV_API_KEY}'], 'K'],
    [['-e', 'GH_TOKEN=K'], ['-e', 'GH_TOKEN=${SRV_GH_TOKEN}'], 'K'],
    [
      ['--header', 'Authorization: Bearer K'],
      ['--header', 'Authorization: Bearer ${SRV_AUTHORIZATION}'],
      'K',
    ],
    [['--header=X-Api-Key:K'], ['--header=X-Api-Key:${SRV_X_API_KEY}'], 'K'],
    [['--config', '{"apiKey":"K","n":1}'], ['--config', '{"apiKey":"${SRV_API_KEY}","n":1}'], 'K'],
    [['postgres://me:pw@db/x'], ['postgres://me:${SRV_PASSWORD}@db/x'], 'pw'],
    [['https://h.example/?a=1&apiKey=K'], ['https://h.example/?a=1&apiKey=${SRV_API_KEY}'], 'K'],
    [[`x:${GITHUB}`], ['x:${SRV_KEY}'], GITHUB],
  ])('%j', (args, clean, value) => {
    const candidate = only(stdio({ args }));
    expect(candidate.registration.command_argv).toEqual(['npx', ...clean]);
    expect(candidate.secrets).toMatchObject([{ place: 'argv', value }]);
    expect(candidate.suggestions.map(({ code }) => code)).toContain('secret_in_argv');
  });

  it.each([
    [['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', '/d']],
    [['--token-file', '/run/token']],
    [['--api-key', '--verbose']],
    [['run', 'img@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08']],
    [['git+https://g.example/x.git@0123456789abcdef0123456789abcdef01234567']],
    [['ssh://git@g.example/x']],
  ])('%j stays as it is', (args) => {
    const candidate = only(stdio({ args }));
    expect(candidate.registration.command_argv).toEqual(['npx', ...args]);
    expect(candidate.secrets).toEqual([]);
  });
});

describe('secrets in addresses', () => {
  it('a key in the query, a random path part and a UUID in the path are taken out', () => {
    const uuid = '123e4567-e89b-42d3-a456-426614174000';
    const random = 'Zk3Qw9Lx7Tn2Vb8Hj4Pd6Sf1Gm5';
    const url = `https://s.example/${uuid}/${random}/mcp?apiKey=a%2Fb&region=eu`;
    const candidate = only(http({ url }));
    expect(candidate.registration.url).toBe(
      'https://s.example/${SRV_URL_KEY}/${SRV_URL_KEY_2}/mcp?apiKey=${SRV_API_KEY}&region=eu',
    );
    expect(candidate.secrets.map(({ value }) => value)).toEqual([uuid, random, 'a%2Fb']);
  });

  it('user and password become the header that they stand for', () => {
    const candidate = only(http({ url: 'https://me:p%40ss@s.example/mcp' }));
    expect(candidate.registration).toMatchObject({
      url: 'https://s.example/mcp',
      auth: { kind: 'env_header', env_key: 'SRV_AUTHORIZATION', header_name: 'Authorization' },
    });
    const value = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    expect(candidate.secrets).toMatchObject([{ name: 'SRV_AUTHORIZATION', value }]);
  });
});

describe('secrets in headers', () => {
  it('a bearer token leaves its name only', () => {
    const candidate = only(http({ headers: { authorization: `Bearer ${GITHUB}` } }));
    expect(candidate.registration.auth).toEqual({
      kind: 'env_bearer',
      env_key: 'SRV_TOKEN',
      header_name: 'Authorization',
    });
    expect(candidate.secrets).toMatchObject([
      { place: 'header', name: 'SRV_TOKEN', value: GITHUB },
    ]);
  });

  it('one other header is carried, the secret one first', () => {
    const candidate = only(http({ headers: { Accept: 'x', 'X-Api-Key': 'K' } }));
    expect(candidate.registration.auth).toMatchObject({
      kind: 'env_header',
      env_key: 'SRV_X_API_KEY',
      header_name: 'X-Api-Key',
    });
    expect(candidate.not_imported).toEqual(['headers.Accept (one header can be sent per server)']);
  });

  it.each([
    ['Bearer ${TOK}', 'env_bearer', 'TOK', null],
    ['Bearer ${env:TOK}', 'env_bearer', 'TOK', null],
    ['Bearer $TOK_${X}', 'env_bearer', 'SRV_TOKEN', null],
    ['Bearer ${TOK:-fallback-value}', 'env_bearer', 'TOK', 'fallback-value'],
    ['Basic abc=', 'env_header', 'SRV_AUTHORIZATION', 'Basic abc='],
    ['Bearer <token>', 'env_bearer', 'SRV_TOKEN', null],
  ])('Authorization: %s', (header, kind, env_key, value) => {
    const candidate = only(http({ headers: { Authorization: header } }));
    expect(candidate.registration.auth).toMatchObject({ kind, env_key });
    expect(candidate.secrets).toMatchObject([{ name: env_key, value }]);
  });

  it('oauth is kept as the kind of sign-in, unless a header signs in', () => {
    expect(only(http({ oauth: { clientId: 'x' } })).registration.auth.kind).toBe('oauth');
    const both = only(http({ oauth: {}, headers: { Authorization: 'Bearer abcdefgh' } }));
    expect(both.registration.auth.kind).toBe('env_bearer');
    expect(both.not_imported).toEqual(['oauth (a header signs in already)']);
  });
});

describe('the same value in several places', () => {
  it('is one secret and is left nowhere', () => {
    const candidate = only(
      stdio({ args: [`--x${GITHUB}y`], env: { A: GITHUB, NOTE: 'n' }, cwd: `/d/${GITHUB}` }),
    );
    expect(JSON.stringify(candidate.registration)).not.toContain(GITHUB);
    expect(candidate.registration.cwd).toBe('/d/${A}');
  });
});

describe('whatever is pasted', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        ':',
        ',',
        '\n',
        '\\',
        '${',
        '}',
        '$',
        '%A%',
        '{env:X}',
        '```\n',
      ],
      ...[
        'mcpServers',
        'mcp_servers',
        'command',
        'url',
        'env',
        'https://a:b@c/?key=',
        ' - ',
        '&a',
        '*a',
      ],
      ...[
        'npx ',
        'claude mcp add ',
        'code --add-mcp ',
        'export ',
        '[mcp_servers.x]\n',
        '--api-key ',
        '= ',
      ],
    ),
  );

  it('never throws', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const read = parsePaste(pieces.join(''));
        expect(typeof read.ok).toBe('boolean');
      }),
      { numRuns: 3000, seed: 20261130 },
    );
  });

  it('never throws on JSON of any shape in the places of servers', () => {
    const key = fc.constantFrom(
      'command',
      'args',
      'url',
      'env',
      'headers',
      'type',
      'oauth',
      'auth',
    );
    const entry = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }));
    const container = fc.constantFrom(
      'mcpServers',
      'servers',
      'context_servers',
      'mcp',
      'extensions',
    );
    fc.assert(
      fc.property(container, fc.dictionary(fc.string(), entry, { maxKeys: 4 }), (name, servers) => {
        const read = parsePaste(JSON.stringify({ [name]: servers }));
        expect(typeof read.ok).toBe('boolean');
        if (!read.ok) return;
        const ids = read.value.candidates.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 1500, seed: 20261130 },
    );
  });

  it('no secret that was found stays in the registration', () => {
    const body = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{14}[0-9]{3}[A-Za-z]{4}$/);
    const secret = fc
      .tuple(fc.constantFrom('ghp_', 'sk-', 'glpat-', 'AIzaabcdefghijkl', 'plain'), body)
      .map(([prefix, rest]) => prefix + rest);
    const place = fc.constantFrom<(value: string) => object>(
      (value) => ({ command: 'npx', env: { MY_TOKEN: value } }),
      (value) => ({ command: 'npx', args: ['--api-key', value] }),
      (value) => ({ command: 'npx', args: [`--api-key=${value}`] }),
      (value) => ({ command: 'npx', args: [`--header=Authorization: Bearer ${value}`] }),
      (value) => ({ command: 'npx', args: [`https://u:${value}@h.example/`] }),
      (value) => ({ command: `npx tool --token ${value} https://h.example/?key=${value}` }),
      (value) => ({ command: 'npx', args: [`\${API_KEY:-${value}}`] }),
      (value) => ({ command: 'npx', env: { A_TOKEN: value }, args: [`x${value}`], cwd: value }),
      (value) => ({ url: `https://h.example/mcp?token=${value}` }),
      (value) => ({ url: `https://u:${value}@h.example/mcp` }),
      (value) => ({ url: 'https://h.example/', headers: { Authorization: `Bearer ${value}` } }),
      (value) => ({ url: `https://h.example/${value}`, headers: { 'X-Api-Key': value } }),
    );
    fc.assert(
      fc.property(place, secret, (write, value) => {
        const candidate = only({ mcpServers: { srv: write(value) } });
        expect(candidate.secrets.length).toBeGreaterThan(0);
        expect(JSON.stringify(candidate.registration)).not.toContain(value);
        expect(JSON.stringify(candidate.suggestions)).not.toContain(value);
        for (const found of candidate.secrets) {
          expect(JSON.stringify(candidate.registration)).not.toContain(found.value ?? '\0');
        }
      }),
      { numRuns: 1000, seed: 20261130 },
    );
  });
});
