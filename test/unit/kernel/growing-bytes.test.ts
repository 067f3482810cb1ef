import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readBody } from '../../../src-main/gateway/read-body.ts';
import { GrowingBytes } from '../../../src-main/kernel/growing-bytes.ts';
import { MessageLines } from '../../../src-main/servers/message-lines.ts';

const PIECES = 300_000;
const MB = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** MB of heap in use, garbage left out. */
function heapUsed(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed / MB;
}

test('pieces come out as one, and what comes then begins anew', () => {
  const bytes = new GrowingBytes();
  for (const piece of ['', 'one ', 'x'.repeat(5000), ' two']) bytes.push(Buffer.from(piece));
  expect(bytes.length).toBe(5008);
  expect(Buffer.from(bytes.take()).toString()).toBe(`one ${'x'.repeat(5000)} two`);
  bytes.push(Buffer.from('three'));
  expect([bytes.length, Buffer.from(bytes.take()).toString()]).toEqual([5, 'three']);
  expect(bytes.take().length).toBe(0);
});

test('a body that comes in single bytes takes no more memory than its bytes', async () => {
  const before = heapUsed();
  let taken = 0;
  async function* pieces() {
    for (let at = 0; at < PIECES; at += 1) yield Buffer.from('x');
    taken = heapUsed() - before;
  }
  expect(await readBody(Readable.from(pieces()))).toEqual({ text: 'x'.repeat(PIECES) });
  expect(taken).toBeLessThan(8);
});

test('so does a line of a server', () => {
  const got: string[] = [];
  const lines = new MessageLines(
    PIECES,
    (line) => got.push(line),
    () => undefined,
  );
  const before = heapUsed();
  for (let at = 0; at < PIECES; at += 1) lines.push(Buffer.from('x'));
  expect(heapUsed() - before).toBeLessThan(8);
  lines.push(Buffer.from('\n'));
  expect(got).toEqual(['x'.repeat(PIECES)]);
});
