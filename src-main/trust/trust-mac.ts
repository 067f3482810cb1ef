import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface TrustRow {
  readonly kind: string;
  readonly id: string;
  /** Canonical JSON. */
  readonly value: string;
}

/** trust.db's own key, so that a MAC made for another purpose never holds here. */
export const trustSubkey = (key: Uint8Array): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', 'gatehouse trust', 32)));

/** HMAC-SHA256; each part under its length, so that no two rows give the same input. */
export function rowMac(subkey: KeyObject, row: TrustRow): Uint8Array {
  const mac = createHmac('sha256', subkey);
  for (const part of [row.kind, row.id, row.value]) {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    mac.update(length).update(bytes);
  }
  return mac.digest();
}
