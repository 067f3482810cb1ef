import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rowMac, trustSubkey } from '../../../src-main/trust/trust-mac.ts';

const key = trustSubkey(new Uint8Array(32).fill(1));
const mac = (kind: string, id: string, value: string) =>
  Buffer.from(rowMac(key, { kind, id, value })).toString('hex');

describe('the MAC of a trust row', () => {
  it('covers kind, id and value, and where one ends and the next begins', () => {
    const macs = [
      mac('pin', 'a', '1'),
      mac('grant', 'a', '1'),
      mac('pin', 'b', '1'),
      mac('pin', 'a', '2'),
      mac('pi', 'na', '1'),
      mac('pin', 'a1', ''),
      mac('pin', '', 'a1'),
    ];
    expect(new Set(macs).size).toBe(macs.length);
    expect(mac('pin', 'a', '1')).toBe(macs[0]);
  });

  it('differs under another key, and the subkey is not the key', () => {
    const other = trustSubkey(new Uint8Array(32).fill(2));
    const row = { kind: 'pin', id: 'a', value: '1' };
    expect(rowMac(other, row)).not.toEqual(rowMac(key, row));
    expect(key.symmetricKeySize).toBe(32);
    expect(key.equals(createSecretKey(new Uint8Array(32).fill(1)))).toBe(false);
  });
});
