import { describe, expect, test } from 'vitest';
import {
  bearerToken,
  checkSource,
  checkTarget,
  unauthorized,
} from '../../../src-main/gateway/request-checks.ts';

const head = (...rawHeaders: string[]) => ({ method: 'POST', target: '/mcp', rawHeaders });
const PORT = 7420;

describe('who may speak to the gateway at all', () => {
  test.each(['127.0.0.1:7420', 'localhost:7420', 'LOCALHOST:7420', '[::1]:7420'])(
    'a request for %s without an Origin',
    (host) => expect(checkSource(head('Host', host), PORT)).toBeNull(),
  );

  test.each(['http://127.0.0.1:7420', 'http://localhost:7420', 'http://[::1]:7420'])(
    'a request from the Origin %s',
    (origin) =>
      expect(checkSource(head('Host', '127.0.0.1:7420', 'Origin', origin), PORT)).toBeNull(),
  );

  test.each([
    ['a rebound name', ['Host', 'evil.example:7420']],
    ['a name that only begins like ours', ['Host', 'localhost.evil.example:7420']],
    ['another port', ['Host', '127.0.0.1:7421']],
    ['no port', ['Host', '127.0.0.1']],
    ['another address of this machine', ['Host', '127.0.0.2:7420']],
    ['a user before the name', ['Host', 'x@127.0.0.1:7420']],
    ['two Hosts', ['Host', '127.0.0.1:7420', 'Host', '127.0.0.1:7420']],
    ['no Host', []],
    ['a foreign Origin', ['Host', '127.0.0.1:7420', 'Origin', 'https://evil.example']],
    ['another local program', ['Host', '127.0.0.1:7420', 'Origin', 'http://localhost:3000']],
    ['another scheme', ['Host', '127.0.0.1:7420', 'Origin', 'https://localhost:7420']],
    ['a sandboxed page', ['Host', '127.0.0.1:7420', 'Origin', 'null']],
    ['an empty Origin', ['Host', '127.0.0.1:7420', 'Origin', '']],
    [
      'a good and a foreign Origin',
      ['Host', '127.0.0.1:7420', 'Origin', 'http://localhost:7420', 'origin', 'http://evil'],
    ],
  ])('not with %s', (_, headers) =>
    expect(checkSource(head(...headers), PORT)).toMatchObject({ status: 403 }),
  );

  test('the port is left out where HTTP leaves it out', () => {
    expect(checkSource(head('Host', 'localhost'), 80)).toBeNull();
  });
});

describe('the token of a request', () => {
  test.each([
    [['Authorization', 'Bearer gth_x'], 'gth_x'],
    [['AUTHORIZATION', 'bearer  gth_x '], 'gth_x'],
    [['Authorization', 'Basic gth_x'], null],
    [['Authorization', 'Bearer'], null],
    [['Authorization', 'Bearer a b'], null],
    [['Authorization', 'Bearer a', 'Authorization', 'Bearer b'], null],
    [['X-Authorization', 'Bearer a'], null],
    [[], null],
  ])('of %j is %j', (headers, token) => expect(bearerToken(head(...headers))).toBe(token));

  test('a refusal says how to sign in, and whether the token was wrong', () => {
    expect(unauthorized(false).headers).toEqual({ 'www-authenticate': 'Bearer realm="gatehouse"' });
    expect(unauthorized(true).headers?.['www-authenticate']).toContain('invalid_token');
  });
});

describe('what may be asked', () => {
  test('POST, and GET and DELETE where there are sessions, at /mcp and nowhere else', () => {
    for (const method of ['POST', 'GET', 'DELETE'])
      expect(checkTarget({ ...head(), method })).toBeNull();
    expect(checkTarget({ ...head(), target: '/mcp?x=1' })).toBeNull();
    for (const target of ['/', '/mcp/', '/mcp/..', '//mcp', '/api/v1/status', 'http://evil/mcp'])
      expect(checkTarget({ ...head(), target })).toMatchObject({ status: 404 });
    for (const method of ['PUT', 'OPTIONS'])
      expect(checkTarget({ ...head(), method })).toMatchObject({
        status: 405,
        headers: { allow: 'POST, GET, DELETE' },
      });
    for (const method of ['GET', 'DELETE'])
      expect(checkTarget({ ...head('MCP-Protocol-Version', '2026-07-28'), method })).toMatchObject({
        status: 405,
        headers: { allow: 'POST' },
      });
  });
});
