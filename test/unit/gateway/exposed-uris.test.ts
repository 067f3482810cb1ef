import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHandedOut } from '../../../src-main/gateway/exposed-handed-out.ts';
import {
  exposedUri,
  ownerOfUri,
  readUri,
  resultUri,
} from '../../../src-main/gateway/exposed-uris.ts';

describe('the URI of a resource at the gateway', () => {
  test('leads back to its server and the raw text, whatever that is', () => {
    const id = fc.stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,20})?$/);
    fc.assert(
      fc.property(id, fc.string({ unit: 'binary' }), (server_id, raw) => {
        const uri = exposedUri(server_id, raw, null);
        expect(readUri(uri)).toEqual({ kind: 'server', server_id, raw });
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  test('of a template is a template', () =>
    expect(exposedUri('notes', 'note://{id}{?v*}', null)).toBe(
      'gatehouse://server/notes/note://{id}{?v*}',
    ));

  test('of an only server stays as it is, unless it looks like one of ours', () => {
    expect(exposedUri('notes', 'note://1', 'notes')).toBe('note://1');
    const lookalike = exposedUri('notes', 'gatehouse://results/1', 'notes');
    expect(readUri(lookalike)).toMatchObject({ kind: 'server', raw: 'gatehouse://results/1' });
  });

  test('of a stored result is exact', () => {
    expect(readUri(resultUri('a-1'))).toEqual({ kind: 'result', call_id: 'a-1', index: null });
    expect(readUri(resultUri('a-1', 12))).toEqual({ kind: 'result', call_id: 'a-1', index: 12 });
    for (const other of ['a-1/', 'a-1/01', 'a-1/x', '../x', '', 'a/1/2', 'a%2F1'])
      expect(readUri(`gatehouse://results/${other}`).kind, other).toBe('none');
  });

  test('in another letter case or shape is no URI of ours', () => {
    expect(readUri('GATEHOUSE://server/a/x').kind).toBe('raw');
    for (const uri of [
      'gatehouse://server/A/x',
      'gatehouse://server/a',
      'gatehouse://x',
      'gatehouse://server/../x',
    ])
      expect(readUri(uri).kind, uri).toBe('none');
  });
});

describe('a raw URI', () => {
  const server = (server_id: string, uris: string[], templates: string[] = []) => ({
    ...{ server_id, uris: new Set(uris), templates },
  });

  test('belongs to the only server that lists it', () => {
    const offered = [server('a', ['x:1']), server('b', ['x:2'], ['x:{n}'])];
    expect(ownerOfUri('x:1', offered, [])).toBe('a');
    expect(ownerOfUri('x:3', offered, [])).toBe('b');
    expect(ownerOfUri('y:3', offered, [])).toBeNull();
  });

  test('that two list belongs to the one that handed it out, and to nobody else', () => {
    const offered = [server('a', ['x:1']), server('b', ['x:1']), server('c', [])];
    expect(ownerOfUri('x:1', offered, [])).toBeNull();
    expect(ownerOfUri('x:1', offered, ['b'])).toBe('b');
    expect(ownerOfUri('x:1', offered, ['a', 'b'])).toBeNull();
    expect(ownerOfUri('x:1', offered, ['c'])).toBeNull();
  });

  test('that nobody lists belongs to who handed it out, if the agent may read there', () => {
    expect(ownerOfUri('x:9', [server('a', [])], ['a'])).toBe('a');
    expect(ownerOfUri('x:9', [server('a', [])], ['b'])).toBeNull();
  });

  test('cannot be taken by a server that hands out what another lists', () => {
    const offered = [server('a', ['x:1']), server('evil', [])];
    expect(ownerOfUri('x:1', offered, ['evil'])).toBe('a');
  });

  test('is compared with hostile templates in little time', () => {
    const template = `${'{+a}a'.repeat(400)}b`;
    const offered = [server('a', [], Array(5_000).fill(template))];
    const started = performance.now();
    expect(ownerOfUri('a'.repeat(2_000), offered, [])).toBeNull();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('what was handed out', () => {
  test('is remembered for the client that got it, within bounds', () => {
    const handedOut = createHandedOut();
    const link = (uri: string) => ({ type: 'resource_link', uri });
    const embedded = { type: 'resource', resource: { uri: 'x:2' } };
    handedOut.note('c1', 'a', { content: [link('x:1'), embedded, null, 7, { uri: 5 }] });
    handedOut.note('c1', 'b', { messages: [{ content: embedded }] });
    expect(handedOut.by('c1', 'x:1')).toEqual(['a']);
    expect(handedOut.by('c1', 'x:2')).toEqual(['a', 'b']);
    expect(handedOut.by('c2', 'x:1')).toEqual([]);
    for (let n = 0; n < 20; n += 1)
      handedOut.note('c1', 'a', {
        content: Array.from({ length: 100 }, (_, i) => link(`y:${n}/${i}`)),
      });
    expect(handedOut.by('c1', 'x:1')).toEqual([]);
    expect(handedOut.by('c1', 'y:19/99')).toEqual(['a']);
  });
});
