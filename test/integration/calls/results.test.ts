import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sha256Hex } from '../../../src-main/kernel/canonical-json.ts';
import { type Calls, must, openCalls } from './bench.ts';

let calls: Calls;
beforeEach(async () => {
  calls = await openCalls();
});

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
const image = (bytes: number) => ({
  content: [{ type: 'image', data: randomBytes(bytes).toString('base64'), mimeType: 'image/png' }],
});
const files = () => readdirSync(calls.paths.results);

/** Keeps a result as the answer of a call, as the path of a call does. */
async function answered(call_id: string, result: Record<string, unknown>) {
  const kept = await calls.results.keep(result);
  must(
    calls.journal.append({
      ...{ kind: 'call_completed', call_id, agent: 'reader', client: 'c-1', outcome: 'answered' },
      detail: { is_error: false, ...kept },
    }),
  );
  return kept;
}

test('a short result stands in the journal and is read from there', async () => {
  expect(await answered('a', text('short'))).toMatchObject({ result: text('short') });
  expect(must(await calls.storedResult('a', 'c-1', 'reader'))).toEqual(text('short'));
});

test('a long one stands in a file of its own, once, and is read whole', async () => {
  const long = text('long '.repeat(50_000));
  const { result_file, result_sha256, result } = await answered('a', long);
  await answered('b', long);
  expect([files(), result]).toEqual([[result_file], undefined]);
  const path = join(calls.paths.results, String(result_file));
  expect(sha256Hex(readFileSync(path))).toBe(result_sha256);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(must(await calls.storedResult('b', 'c-1', 'reader'))).toEqual(long);
});

test.each([60, 100_000, 2_000_000, 20_000_000])(
  'an image of %i bytes is kept by size and hash, and everything else goes on meanwhile',
  async (bytes) => {
    const picture = image(bytes);
    let longest = 0;
    let before = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }, 5);
    const kept = await answered('a', picture);
    clearInterval(beat);
    expect(Object.keys(kept).sort()).toEqual(['result_chars', 'result_file', 'result_sha256']);
    expect(kept.result_chars).toBe(JSON.stringify(picture).length);
    expect(JSON.stringify(calls.journal.list({ call_id: 'a' }).entries).length).toBeLessThan(2_000);
    expect(must(await calls.storedResult('a', 'c-1', 'reader'))).toEqual(picture);
    expect(longest).toBeLessThan(500);
  },
);

test('secrets are hidden in what is kept, also where a thread keeps it', async () => {
  calls.redactor.learn('API_KEY', 'hunter2-hunter2');
  for (const [id, filler] of [
    ['a', 10],
    ['b', 10_000],
    ['c', 3_000_000],
  ] as const) {
    await answered(id, text(`${'x'.repeat(filler)} hunter2-hunter2`));
    const stored = must(await calls.storedResult(id, 'c-1', 'reader'));
    expect(stored).toEqual(text(`${'x'.repeat(filler)} [secret API_KEY]`));
  }
});

test('another client’s or agent’s result, and one that is none, are equally not there', async () => {
  await answered('a', text('mine'));
  const ends = await Promise.all([
    calls.storedResult('a', 'c-2', 'reader'),
    calls.storedResult('a', 'c-1', 'writer'),
    calls.storedResult('b', 'c-1', 'reader'),
    calls.storedResult('', 'c-1', 'reader'),
    calls.storedResult('../a', 'c-1', 'reader'),
  ]);
  const [first] = ends;
  expect(first).toMatchObject({ ok: false, failure: { code: 'not_found' } });
  for (const end of ends) expect(end).toEqual(first);
});

test('a file that is gone, or that somebody changed, is said to be so', async () => {
  const { result_file } = await answered('a', text('long '.repeat(5_000)));
  const path = join(calls.paths.results, String(result_file));
  writeFileSync(path, JSON.stringify(text('other')));
  expect(await calls.storedResult('a', 'c-1', 'reader')).toMatchObject({
    failure: { code: 'file_error', message: expect.stringContaining('not what was written') },
  });
  rmSync(path);
  expect(await calls.storedResult('a', 'c-1', 'reader')).toMatchObject({
    ...{ ok: false, failure: { code: 'file_error' } },
  });
});

test('a folder that was cleared away is made anew, for its owner only', async () => {
  rmSync(calls.paths.results, { recursive: true, force: true });
  const { result_file } = await answered('a', text('long '.repeat(5_000)));
  expect(readdirSync(calls.paths.results)).toEqual([result_file]);
  expect(statSync(calls.paths.results).mode & 0o777).toBe(0o700);
});

test('what cannot be written is said to be lost, and is no failure of the call', async () => {
  rmSync(calls.paths.results, { recursive: true, force: true });
  writeFileSync(calls.paths.results, 'a file in the folder’s place');
  expect(await answered('a', text('long '.repeat(5_000)))).toMatchObject({
    ...{ result_lost: 'file_error', result_chars: 25_039 },
  });
  expect(await answered('b', text('long '.repeat(500_000)))).toEqual({ result_lost: 'file_error' });
  for (const id of ['a', 'b'])
    expect(await calls.storedResult(id, 'c-1', 'reader')).toMatchObject({
      ...{ failure: { code: 'not_found' } },
    });
});

test('a result that is nested too deep for a thread is lost, not a crash', async () => {
  let deep: Record<string, unknown> = { filler: 'x'.repeat(1_100_000) };
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
  expect(await calls.results.keep(deep)).toEqual({ result_lost: 'internal' });
});
