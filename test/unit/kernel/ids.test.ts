import { expect, test } from 'vitest';
import { z } from 'zod';
import { newOrderedId } from '../../../src-main/kernel/ids.ts';

test('ids that begin with the time are UUIDs of version 7, in the order of their times', () => {
  const at = Date.UTC(2026, 0, 1);
  const ids = [0, 1, 15, 16, 1_000, 2 ** 40].map((later) => newOrderedId(at + later));
  for (const id of ids) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(Number.parseInt(ids[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(at);
});

test('a thousand of one moment are a thousand', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newOrderedId(5.7))).size).toBe(1_000);
});
