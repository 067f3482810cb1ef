import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';

const secret = 'h7/K+q~Zr"\\ü 9%x';
const taught = (value = secret, name = 'API_KEY') => {
  const redactor = createRedactor();
  redactor.learn(name, value);
  return redactor;
};

describe('known values', () => {
  const spellings: [string, string][] = [
    ['as they are', secret],
    ['in JSON', JSON.stringify({ a: secret })],
    ['in JSON in JSON', JSON.stringify({ a: JSON.stringify({ b: secret }) })],
    ['percent-encoded', encodeURIComponent(secret)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
    ],
    ['as a form field', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 after one byte', Buffer.from(`:${secret}`).toString('base64')],
    ['in base64 as a password', Buffer.from(`me:${secret}\n`).toString('base64')],
    ['in base64url', Buffer.from(`user1:${secret}`).toString('base64url')],
  ];
  it.each(spellings)('are hidden %s', (_how, text) => {
    expect(taught().text(`<${text}>`)).toContain('[secret API_KEY]');
  });

  it('leave nothing of themselves, whatever stands around them', () => {
    fc.assert(
      fc.property(
        fc
          .string({ minLength: 8, maxLength: 40, unit: 'binary' })
          .filter((s) => s.trim().length > 7),
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (value, before, after) => {
          const redactor = taught(value);
          const base64 = Buffer.from(before + value + after).toString('base64');
          const from = Math.ceil((Buffer.byteLength(before) * 8) / 6) + 1;
          const inner = base64.slice(
            from,
            from + Math.floor((Buffer.byteLength(value) * 8) / 6) - 3,
          );
          expect(redactor.text(before + value + after)).not.toContain(value);
          expect(redactor.text(base64)).not.toContain(inner);
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });

  it('that overlap are hidden together', () => {
    const redactor = createRedactor();
    redactor.learn('LONG', 'abcdefgh-secret');
    redactor.learn('SHORT', 'secret-ijkl');
    expect(redactor.text('x abcdefgh-secret-ijkl y')).toBe('x [secret LONG] y');
    redactor.learn('REPEATED', 'zzzz');
    expect(redactor.text(`a${'z'.repeat(1_001)}b`)).toBe('a[secret REPEATED]b');
  });

  it('of several lines are hidden line by line too', () => {
    const key = `first-line-of-a-key-0123\nsecond-line-of-a-key-4567`;
    expect(taught(key).text('got second-line-of-a-key-4567')).toBe('got [secret API_KEY]');
  });

  it('shorter than four characters are left, since they would hit ordinary words', () => {
    expect(taught('abc').text('abc')).toBe('abc');
  });

  it('stay known after a change, until their name is forgotten', () => {
    const redactor = taught('first-value');
    redactor.learn('API_KEY', 'second-value');
    expect(redactor.text('first-value second-value')).toBe('[secret API_KEY] [secret API_KEY]');
    redactor.forget('API_KEY');
    expect(redactor.text('first-value')).toBe('first-value');
  });
});

describe('values that nobody told us about', () => {
  // Put together here, so that no scanner takes this file for a leak.
  const shaped = [
    `ghp_${'a1'.repeat(18)}`,
    `github_pat_${'a1'.repeat(20)}`,
    `sk-proj-${'a1'.repeat(16)}`,
    `sk_live_${'a1'.repeat(10)}`,
    `xoxb-${'1234567890-'.repeat(2)}abc`,
    `AKIA${'A1B2'.repeat(4)}`,
    `AIza${'a1B2c'.repeat(7)}`,
    `eyJhbGciOiJI.eyJzdWIiOiIx.${'a1'.repeat(10)}`,
    `gth_${'a1'.repeat(20)}`,
  ];
  it.each(shaped)('are hidden by their shape: %s', (token) => {
    for (const text of [token, `token ${token}, then`, `{"a":"${token}"}`, `\n${token}\n`]) {
      const redacted = createRedactor().text(text);
      expect(redacted).not.toContain(token);
      expect(redacted).toContain('[redacted]');
    }
  });

  it('are hidden after what announces them', () => {
    const { text } = createRedactor();
    expect(text('Authorization: Bearer abcdefgh.ijkl')).toMatch(/Bearer \[redacted\]$/);
    expect(text('https://me:pa55w0rd@host/x')).toBe('https://me:[redacted]@host/x');
    expect(text('GITHUB_TOKEN=abcdefgh next')).toBe('GITHUB_TOKEN=[redacted] next');
    expect(text('{"api_key": "abcdefgh"}')).toBe('{"api_key": "[redacted]"}');
    expect(text('{\\"password\\":\\"abcdefgh\\"}')).toBe('{\\"password\\":\\"[redacted]\\"}');
    expect(text('GET /x?access_token=abcdefgh&page=2')).toBe(
      'GET /x?access_token=[redacted]&page=2',
    );
  });

  it('in a private key block are hidden, also when its end is missing', () => {
    const begin = '-----BEGIN RSA PRIVATE KEY-----';
    const end = '-----END RSA PRIVATE KEY-----';
    const { text } = createRedactor();
    expect(text(`a\n${begin}\nMIIE\nabc\n${end}\nb`)).toBe('a\n[redacted private key]\nb');
    expect(text(`a\n${begin}\nMIIE\nabc`)).toBe('a\n[redacted private key]');
    expect(text('-----BEGIN CERTIFICATE-----\nMIIE')).toContain('MIIE');
  });

  it('are not seen in ordinary text', () => {
    const plain = [
      'The task-list-of-many-things-to-do is ready',
      'max_tokens: 4096 and token_count=120000',
      'https://example.org:8080/path?page=2',
      'see ${GITHUB_TOKEN} or --token',
      'The password is wrong',
    ];
    for (const text of plain) expect(createRedactor().text(text)).toBe(text);
  });
});

describe('JSON', () => {
  it('is copied, with values under secret-looking names hidden', () => {
    const input = {
      apiKey: 'k',
      client_secret: 'abc',
      'X-Api-Key': 'v',
      password: 1234,
      nested: { Authorization: 'Basic xyz', page_token_count: 5, list: ['a', secret] },
      headers: [
        { name: 'Cookie', value: 'a=b' },
        { name: 'Accept', value: '*/*' },
      ],
      argv: ['run', '--token', 'abc', '--port', '80'],
      env_keys: ['GITHUB_TOKEN'],
      token: '${GITHUB_TOKEN}',
      secret,
    };
    const before = structuredClone(input);
    expect(taught().json(input)).toEqual({
      apiKey: '[redacted]',
      client_secret: '[redacted]',
      'X-Api-Key': '[redacted]',
      password: '[redacted]',
      nested: {
        Authorization: '[redacted]',
        page_token_count: 5,
        list: ['a', '[secret API_KEY]'],
      },
      headers: [
        { name: 'Cookie', value: '[redacted]' },
        { name: 'Accept', value: '*/*' },
      ],
      argv: ['run', '--token', '[redacted]', '--port', '80'],
      env_keys: ['GITHUB_TOKEN'],
      token: '${GITHUB_TOKEN}',
      secret: '[secret API_KEY]',
    });
    expect(input).toEqual(before);
  });

  it('hides values that are used as keys', () => {
    expect(taught('value-as-a-key').json({ 'value-as-a-key': 1 })).toEqual({
      '[secret API_KEY]': 1,
    });
  });

  it('survives whatever it is given', () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle['self'] = circle;
    let deep: unknown = 'end';
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    const { json } = createRedactor();
    expect(json(circle)).toEqual({ a: 1, self: '[circular]' });
    expect(JSON.stringify(json(deep))).toContain('[too deep]');
    expect(
      json([undefined, () => 1, Symbol('s'), 10n, Number.NaN, new Date(0), new Uint8Array(3)]),
    ).toEqual([null, null, null, '10', null, '1970-01-01T00:00:00.000Z', '[3 bytes]']);
    expect(json(JSON.parse('{"__proto__": {"a": 1}}'))).toEqual(
      JSON.parse('{"__proto__":{"a":1}}'),
    );
    expect(json(undefined)).toBeNull();
  });
});

describe('a stream', () => {
  const streamed = (redactor: ReturnType<typeof taught>, chunks: string[]): string => {
    const stream = redactor.stream();
    return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end();
  };
  const cut = (text: string, places: number[]): string[] => {
    const at = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b)];
    return at.map((from, index) => text.slice(from, at[index + 1] ?? text.length));
  };
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkq\n'.repeat(8)}-----END PRIVATE KEY-----`;

  it('gives the same as the whole text, wherever its pieces end', () => {
    const redactor = taught('two words\nand a line');
    const text = [
      'starting',
      `auth two words\nand a line end, ghp_${'a1'.repeat(18)}`,
      `two words\ntwo words\nand a lin`,
      `${key} after`,
      'Authorization: Bearer abcdefgh.ijkl',
      'no end',
    ].join('\n');
    const whole = redactor.text(text);
    expect(whole).not.toContain('MIIE');
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), (places) => {
        expect(streamed(redactor, cut(text, places))).toBe(whole);
      }),
      { seed: 5, numRuns: 300 },
    );
    expect(streamed(redactor, [...text])).toBe(whole);
  });

  it('lets finished lines go at once', () => {
    const stream = taught().stream();
    expect(stream.push('ready\nwait')).toBe('ready\n');
    expect(stream.push('ing\n')).toBe('waiting\n');
    expect(stream.end()).toBe('');
  });

  it('holds back no more than a bounded piece of a line that never ends', () => {
    const redactor = taught('known-value-1234');
    const stream = redactor.stream();
    let out = '';
    for (let at = 0; at < 100; at += 1) out += stream.push('x'.repeat(1_000));
    expect(out.length).toBeGreaterThan(80_000);
    out += stream.push('known-val');
    out += stream.push('ue-1234');
    expect(out + stream.end()).toBe(`${'x'.repeat(100_000)}[secret API_KEY]`);
  });

  it('drops a private key block that never ends, and keeps nothing of it', () => {
    const stream = createRedactor().stream();
    let out = stream.push('a\n-----BEGIN PRIVATE KEY-----\n');
    for (let at = 0; at < 100; at += 1) out += stream.push('MIIEvQIBADANBgkq\n');
    expect(out + stream.end()).toBe('a\n[redacted private key]');
  });
});

it('what looks like a token inside a picture stays, a known value does not', () => {
  const redactor = createRedactor();
  const looksLike = 'AKIAIOSFODNN7EXAMPLE';
  const picture = `${'Ab1/'.repeat(5000)}${looksLike}${'Cd2+'.repeat(5000)}`;
  expect(redactor.text(picture)).toBe(picture);
  expect(redactor.text(`key ${looksLike}`)).not.toContain(looksLike);
  redactor.learn('KEY', looksLike);
  expect(redactor.text(picture)).not.toContain(looksLike);
});
