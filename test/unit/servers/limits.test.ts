import { SdkHttpError } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { backOffPause, countsForBackOff } from '../../../src-main/servers/back-off.ts';
import { outcomeOf, sessionIsGone } from '../../../src-main/servers/call-outcome.ts';
import { olderVersions } from '../../../src-main/servers/connect-http.ts';
import { refusalOf } from '../../../src-main/servers/http-failure.ts';
import { headersOfCall, paramHeaders } from '../../../src-main/servers/param-headers.ts';
import { millisecondsLeft } from '../../../src-main/servers/start-budget.ts';

test('the pause doubles up to a minute', () => {
  expect([0, 1, 2, 3, 6, 7, 50].map(backOffPause)).toEqual([
    0, 1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ]);
  expect(countsForBackOff('exited')).toBe(true);
  expect(countsForBackOff('auth_required')).toBe(false);
  expect(countsForBackOff('secret_missing')).toBe(false);
});

test('signs of life extend a start, up to ten times its limit', () => {
  const left = (last_sign: number, now: number) =>
    millisecondsLeft({ began: 0, last_sign, limit: 1_000, now });
  expect(left(0, 400)).toBe(600);
  expect(left(900, 1_200)).toBe(700);
  expect(left(9_800, 9_900)).toBe(100);
  expect(left(20_000, 10_001)).toBeLessThan(0);
});

test('the reason of a failed fetch is found in its causes', () => {
  const fetchFailed = (code: string, message = 'x') =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
  const told = (error: unknown) => {
    const { failure, delivered } = refusalOf(error, 'h.example');
    return `${failure.code} ${delivered}`;
  };
  expect(told(fetchFailed('ENOTFOUND'))).toBe('dns no');
  expect(told(fetchFailed('ECONNREFUSED'))).toBe('refused no');
  expect(told(fetchFailed('CERT_HAS_EXPIRED'))).toBe('tls no');
  expect(told(fetchFailed('ERR_TLS_CERT_ALTNAME_INVALID'))).toBe('tls no');
  expect(told(fetchFailed('ECONNRESET'))).toBe('unavailable maybe');
  expect(told(fetchFailed('UND_ERR_CONNECT_TIMEOUT'))).toBe('unavailable no');
  const both = new AggregateError([Object.assign(new Error('a'), { code: 'ECONNREFUSED' })]);
  expect(told(new TypeError('fetch failed', { cause: both }))).toBe('refused no');
  expect(told(new Error('odd'))).toBe('protocol maybe');
  expect(told('not even an error')).toBe('protocol maybe');
  const badPort = new TypeError('fetch failed', { cause: new Error('bad port') });
  expect(told(badPort)).toBe('refused no');
  expect(refusalOf(badPort, 'h.example:9').failure.message).toContain('port of h.example:9');
  const wrapped = new TypeError('fetch failed', { cause: new Error('no such proxy') });
  expect(refusalOf(wrapped).failure.message).toContain('failed: no such proxy');
  const loop: { cause?: unknown } = {};
  loop.cause = loop;
  expect(told(loop)).toBe('protocol maybe');
});

test('an answered status says whether the server can have acted', () => {
  const told = (status: number) => {
    const error = Object.create(SdkHttpError.prototype);
    Object.defineProperty(error, 'data', { value: { status } });
    return error instanceof SdkHttpError ? refusalOf(error).delivered : 'no such class';
  };
  expect([400, 401, 404, 429].map(told)).toEqual(['no', 'no', 'no', 'no']);
  expect([408, 500, 502, 504].map(told)).toEqual(['maybe', 'maybe', 'maybe', 'maybe']);
});

test('only an error about the session ends a session', () => {
  const error = (code: number, message: string) => ({ kind: 'error', code, message }) as const;
  expect(sessionIsGone(error(-32_001, 'Session not found'), true)).not.toBeNull();
  expect(sessionIsGone(error(-32_600, 'Invalid session id'), true)).not.toBeNull();
  expect(sessionIsGone(error(-32_001, 'Session not found'), false)).toBeNull();
  expect(sessionIsGone(error(-32_602, 'Session not found'), true)).toBeNull();
  expect(sessionIsGone(error(-32_000, 'Database not found'), true)).toBeNull();
});

test('an answer that wants more input is an error that says so', () => {
  const outcome = outcomeOf({ kind: 'result', result: { resultType: 'input_required' } });
  expect(outcome).toMatchObject({ outcome: 'answered', result: { isError: true } });
  const complete = outcomeOf({ kind: 'result', result: { resultType: 'complete', content: [] } });
  expect(complete).toEqual({ outcome: 'answered', result: { content: [] } });
});

test('a refusal’s text names older versions, never ones that nobody knows', () => {
  expect(olderVersions('supported: 2024-11-05, 2025-06-18, 2031-01-01')).toEqual([
    '2025-06-18',
    '2024-11-05',
  ]);
  expect(olderVersions('only 2025-11-25')).toEqual([]);
  expect(olderVersions('')).toEqual([]);
});

const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const marked = (name: unknown, type = 'string') => ({ type, 'x-mcp-header': name });

test('header declarations are taken from chains of properties only', () => {
  expect(
    paramHeaders(schema({ a: marked('A'), b: schema({ c: marked('C', 'integer') }) })),
  ).toEqual([
    { path: ['a'], name: 'A' },
    { path: ['b', 'c'], name: 'C' },
  ]);
  expect(paramHeaders(schema({ a: { type: 'string' } }))).toEqual([]);
  expect(paramHeaders(schema({ 'x-mcp-header': { type: 'string' } }))).toEqual([]);
  expect(paramHeaders(null)).toEqual([]);
});

test.each([
  ['a number', schema({ a: marked('A', 'number') })],
  ['an object', schema({ a: { type: 'object', 'x-mcp-header': 'A' } })],
  ['no token', schema({ a: marked('A B') })],
  ['a line break', schema({ a: marked('A\r\nX: y') })],
  ['no text', schema({ a: marked(7) })],
  ['the same name twice', schema({ a: marked('A'), b: marked('a') })],
  ['inside items', schema({ a: { type: 'array', items: marked('A') } })],
  ['inside anyOf', schema({}, { anyOf: [schema({ a: marked('A') })] })],
  ['inside $defs', schema({}, { $defs: { d: schema({ a: marked('A') }) } })],
  ['at the root', { type: 'object', 'x-mcp-header': 'A' }],
])('a declaration with %s breaks the rules', (_what, inputSchema) => {
  expect(paramHeaders(inputSchema)).toBeNull();
});

test('values become header text, encoded where they could not stand plainly', () => {
  const declared = ['s', 'n', 'b', 'u', 'l', 'gone', 'nil', 'obj', 'enc'].map((key) => ({
    path: [key],
    name: key,
  }));
  const args = {
    s: 'plain text',
    n: 42,
    b: false,
    u: 'Zürich',
    l: 'a\r\nX: y',
    nil: null,
    obj: {},
    enc: '=?base64?eA==?=',
  };
  expect(headersOfCall(declared, args)).toEqual({
    'Mcp-Param-s': 'plain text',
    'Mcp-Param-n': '42',
    'Mcp-Param-b': 'false',
    'Mcp-Param-u': '=?base64?WsO8cmljaA==?=',
    'Mcp-Param-l': '=?base64?YQ0KWDogeQ==?=',
    'Mcp-Param-enc': '=?base64?PT9iYXNlNjQ/ZUE9PT89?=',
  });
});
