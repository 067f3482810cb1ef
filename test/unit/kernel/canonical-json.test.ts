import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hashOf, sha256Hex } from '../../../src-main/kernel/canonical-json.ts';

describe('canonical JSON', () => {
  it('gives the text of the example in RFC 8785, section 3.2.3', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('does not depend on the order of keys, also of keys that look like numbers', () => {
    expect(canonicalJson({ b: 1, a: { 10: 1, 9: 2 } })).toBe('{"a":{"10":1,"9":2},"b":1}');
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
  });

  it('never gives two values the same text, also with halves of surrogate pairs in them', () => {
    const texts = ['\ud800', '\ud801', '\ufffd', '\\ud800'].map((text) => canonicalJson({ text }));
    expect(new Set(texts).size).toBe(4);
    expect(JSON.parse(texts[0] ?? '')).toEqual({ text: '\ud800' });
    expect(canonicalJson({ b: '\ud800', a: 1 })).toBe(canonicalJson({ a: 1, b: '\ud800' }));
  });

  it('gives back an equal value when it is parsed again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('is the text that the kept library gives, whatever the value', () => {
    const keys = fc.oneof(fc.string(), fc.constantFrom('10', '9', '__proto__', 'é', '\u{1f600}'));
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue()));
    fc.assert(
      fc.property(value, (each) => {
        expect(canonicalJson(each)).toBe(canonicalize(each));
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('throws on what is no JSON', () => {
    for (const value of [undefined, Number.NaN, { a: Number.POSITIVE_INFINITY }]) {
      expect(() => canonicalJson(value)).toThrow();
    }
  });

  it('hashes text as UTF-8', () => {
    expect(sha256Hex('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(sha256Hex('é')).toBe(sha256Hex(new Uint8Array([0xc3, 0xa9])));
  });
});
