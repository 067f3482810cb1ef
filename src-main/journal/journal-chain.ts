import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { canonicalJson, sha256Hex } from '../kernel/canonical-json.ts';
import type { JournalCheckpoint } from './journal-checkpoint.ts';
import type { JournalRow } from './journal-row.ts';

/** What the first entry has before it. */
export const FIRST_HASH = '0'.repeat(64);

/** SHA-256 over the hash of the entry before and the canonical JSON of this one, in hex. */
export const entryHash = (previous: string, row: Omit<JournalRow, 'hash'>): string =>
  sha256Hex(`${previous}\n${canonicalJson(row)}`);

/** The journal's own key, so that a MAC made for another purpose never holds here. */
export const journalSubkey = (key: Uint8Array): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', 'gatehouse journal', 32)));

/** HMAC-SHA256 over the last entry's number and hash: it vouches for the whole chain up to there. */
export const headMac = (subkey: KeyObject, head: { seq: number; hash: string }): Uint8Array =>
  createHmac('sha256', subkey).update(`${head.seq}:${head.hash}`).digest();

/** HMAC-SHA256 over what retention left: the place of the last removed entry and how many went. */
export const checkpointMac = (
  subkey: KeyObject,
  { seq, hash, removed, entry_seq }: Omit<JournalCheckpoint, 'mac'>,
): Uint8Array =>
  createHmac('sha256', subkey).update(`checkpoint:${seq}:${hash}:${removed}:${entry_seq}`).digest();
