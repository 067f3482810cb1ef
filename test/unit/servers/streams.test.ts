import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src-main/secrets/create-redactor.ts';
import { MessageSize } from '../../../src-main/servers/body-cap.ts';
import { MessageLines } from '../../../src-main/servers/message-lines.ts';
import { StderrLog } from '../../../src-main/servers/stderr-log.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('lines come out whole, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '你', '😀', ' ') })),
      fc.integer({ min: 1, max: 7 }),
      (lines, size) => {
        const got: string[] = [];
        const reader = new MessageLines(
          1000,
          (line) => got.push(line),
          () => {},
        );
        const all = bytes(lines.map((line) => `${line}\n`).join(''));
        for (let at = 0; at < all.length; at += size) reader.push(all.subarray(at, at + size));
        expect(got).toEqual(lines);
      },
    ),
  );
});

test('a line at the cap passes, one beyond it ends the reading once', () => {
  const got: string[] = [];
  let tooLong = 0;
  const reader = new MessageLines(
    5,
    (line) => got.push(line),
    () => (tooLong += 1),
  );
  reader.push(bytes('12345\r\n'.replace('5\r', '5')));
  reader.push(bytes('1234'));
  reader.push(bytes('56'));
  reader.push(bytes('\nmore\n'));
  expect(got).toEqual(['12345']);
  expect(tooLong).toBe(1);
});

test('40 MB in small pieces are put together in a moment', () => {
  const block = new Uint8Array(64 * 1024).fill(120);
  let length = 0;
  const reader = new MessageLines(
    64 * 1024 * 1024,
    (line) => (length = line.length),
    () => {},
  );
  const began = performance.now();
  for (let count = 0; count < 640; count += 1) reader.push(block);
  reader.push(bytes('\n'));
  expect(length).toBe(640 * 64 * 1024);
  expect(performance.now() - began).toBeLessThan(2_000);
});

const openLog = (secret?: string) => {
  const redactor = createRedactor();
  if (secret !== undefined) redactor.learn('KEY', secret);
  const heard: string[] = [];
  return { log: new StderrLog(redactor, (line) => heard.push(line)), heard };
};

test('a log keeps its last thousand lines and counts the rest', () => {
  const { log, heard } = openLog();
  for (let line = 0; line < 1500; line += 1) {
    log.push(`line ${line}\n`);
    if (line % 100 === 0) log.read();
  }
  log.end();
  expect(log.lines).toHaveLength(1000);
  expect(log.lastLine).toBe('line 1499');
  expect(log.dropped).toBe(500);
  expect(heard).toHaveLength(1500);
});

test('an endless line takes no memory, and the line after it is whole', () => {
  const { log } = openLog();
  for (let count = 0; count < 100; count += 1) {
    log.push('y'.repeat(100_000));
    log.read();
  }
  log.push('\nafter\n');
  log.end();
  expect(log.lastLine).toBe('after');
  expect(log.lines.join('').length).toBeLessThan(20_000);
});

test('a line is whole that follows an endless one whose end was lost unread', () => {
  const { log } = openLog();
  log.push('y'.repeat(50_000));
  log.read();
  log.push('y'.repeat(100_000));
  log.push(`${'y'.repeat(60_000)}\n`);
  log.push('last words\n');
  log.read();
  expect(log.lastLine).toBe('last words');
});

test('a secret is not seen, also when chunks or a flood cut it', () => {
  const secret = 'sEcr3t-value-0123456789';
  const { log, heard } = openLog(secret);
  log.push(`a ${secret.slice(0, 9)}`);
  log.read();
  log.push(`${secret.slice(9)} b\n`);
  log.read();
  log.push(`${'x'.repeat(70_000)}${secret}`);
  log.push(`${secret}${'z'.repeat(60_000)} tail\n`);
  log.push('fine\n');
  log.end();
  const all = [...heard, ...log.lines].join('\n');
  expect(all).toContain('[secret KEY]');
  expect(all).toContain('fine');
  for (const part of [secret.slice(0, 9), secret.slice(9)]) expect(all).not.toContain(part);
});

test('a flood of 200 MB costs about nothing', () => {
  const { log } = openLog();
  const chunk = `${'e'.repeat(99)}\n`.repeat(600);
  const began = performance.now();
  for (let count = 0; count < 3_500; count += 1) {
    log.push(chunk);
    if (count % 100 === 0) log.read();
  }
  log.end();
  expect(performance.now() - began).toBeLessThan(3_000);
  expect(log.dropped).toBeGreaterThan(2_000_000);
});

test('a body is measured as a whole, an event stream event by event', () => {
  const whole = new MessageSize(false);
  expect(whole.add(bytes('12345'))).toBe(5);
  expect(whole.add(bytes('\n\n12345'))).toBe(12);
  const events = new MessageSize(true);
  expect(events.add(bytes('data: 1\n\n'))).toBe(9);
  expect(events.add(bytes('data: 2\n'))).toBe(8);
  expect(events.add(bytes('\ndata: 3\r\n\r\n'))).toBeLessThan(13);
  const endless = new MessageSize(true);
  let largest = 0;
  for (let count = 0; count < 10; count += 1) largest = endless.add(bytes('data: xxxx\n'));
  expect(largest).toBe(110);
});
