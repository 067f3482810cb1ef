import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { describe, expect, test } from 'vitest';
import { isDirectCall, isDirectRequest } from '../../../src-main/gateway/direct-request.ts';
import { modernParts, modernResult } from '../../../src-main/gateway/modern-call.ts';

const own = (name: string) => `io.modelcontextprotocol/${name}`;
const envelope = {
  [own('protocolVersion')]: '2026-07-28',
  [own('clientInfo')]: { name: 'a', version: '1' },
  [own('clientCapabilities')]: { elicitation: {} },
};
const call = (params: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'fs__read', arguments: {}, ...params },
  ...more,
});
const headers = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'fs__read',
};
const isPlain = (body: unknown, given: Record<string, string> = headers) =>
  isDirectCall(given, body, { envelope: '' });

describe('a call of the newer era is plain', () => {
  test('with its headers and its envelope in order', () => {
    expect(isPlain(call({ _meta: envelope }))).toBe(true);
    expect(isPlain(call({ _meta: { ...envelope, progressToken: 'p', other: 1 } }))).toBe(true);
  });

  test.each<[string, unknown, Record<string, string>?]>([
    ['a batch', [call({ _meta: envelope })]],
    ['a notification', { ...call({ _meta: envelope }), id: undefined }],
    ['an id that is no key', call({ _meta: envelope }, { id: 1.5 })],
    ['a field of nobody', call({ _meta: envelope }, { more: 1 })],
    ['another method', call({ _meta: envelope }, { method: 'tools/list' })],
    ['no envelope', call({})],
    ['another revision', call({ _meta: { ...envelope, [own('protocolVersion')]: '2025-11-25' } })],
    ['unsound abilities', call({ _meta: { ...envelope, [own('clientCapabilities')]: 'all' } })],
    ['no abilities', call({ _meta: { ...envelope, [own('clientCapabilities')]: undefined } })],
    ['an unsound client', call({ _meta: { ...envelope, [own('clientInfo')]: { name: 1 } } })],
    ['an unsound level', call({ _meta: { ...envelope, [own('logLevel')]: 'loud' } })],
    ['another key of the protocol', call({ _meta: { ...envelope, [own('related-task')]: {} } })],
    ['an unsound progress token', call({ _meta: { ...envelope, progressToken: {} } })],
    ['no name', call({ _meta: envelope, name: 1 })],
    ['another name', call({ _meta: envelope }), { ...headers, 'mcp-name': 'fs__write' }],
    ['another method in front', call({ _meta: envelope }), { ...headers, 'mcp-method': 'ping' }],
    ['no revision in front', call({ _meta: envelope }), { 'mcp-method': 'tools/call' }],
  ])('not with %s', (_what, body, given) => {
    expect(isPlain(body, given)).toBe(false);
  });

  test('by what was found in order before only while the envelope is the same', () => {
    const sound = { envelope: '' };
    expect(isDirectCall(headers, call({ _meta: envelope }), sound)).toBe(true);
    const kept = sound.envelope;
    const other = { ...envelope, [own('clientCapabilities')]: { elicitation: 'all' } };
    expect(isDirectCall(headers, call({ _meta: other }), sound)).toBe(false);
    expect(sound.envelope).toBe(kept);
  });
});

test('a claim of the newer era is no plain request of the older one', () => {
  const accept = 'application/json, text/event-stream';
  expect(isDirectRequest({ accept }, call({}))).toBe(true);
  expect(isDirectRequest({ accept }, call({ _meta: { progressToken: 1 } }))).toBe(true);
  expect(isDirectRequest({ accept }, call({ _meta: envelope }))).toBe(false);
  expect(isDirectRequest({ accept, 'mcp-method': 'tools/call' }, call({}))).toBe(false);
});

test('answers that are wrapped are none', () => {
  const inputResponses = { a: { action: 'accept' }, b: { method: 'x', result: {} }, c: 1 };
  const body = call({ _meta: envelope, inputResponses, requestState: 's' });
  if (!isDirectCall(headers, body, { envelope: '' })) throw new Error('not plain');
  expect(modernParts(body)).toMatchObject({
    ...{ answers: { a: { action: 'accept' } }, state: 's' },
    envelope,
  });
  expect(Object.keys(modernParts(body).answers)).toEqual(['a']);
});

test('a result says that it is the end, and who gives it, unless it does so itself', () => {
  const info = { name: 'gatehouse', version: '1' };
  expect(modernResult({ content: [] }, info)).toEqual({
    ...{ content: [], resultType: 'complete' },
    _meta: { [SERVER_INFO_META_KEY]: info },
  });
  const asks = { resultType: 'input_required', _meta: { [SERVER_INFO_META_KEY]: 'x', y: 1 } };
  expect(modernResult(asks, info)).toEqual(asks);
  expect(modernResult({ _meta: 'odd' }, info)).toEqual({ _meta: 'odd', resultType: 'complete' });
});
