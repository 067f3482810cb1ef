import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src-main/kernel/canonical-json.ts';
import { readTextFile, readTextFileSync } from '../../../src-main/kernel/read-text-file.ts';
import { tempFolder } from '../../fakes/temp-folder.ts';

const limit = { max_bytes: 1_000 };
const both = async (path: string) => {
  const result = await readTextFile(path, limit);
  expect(readTextFileSync(path, limit)).toEqual(result);
  return result;
};

describe('reading a text file', () => {
  it('gives text, hash of the bytes and whether a byte order mark stood before it', async () => {
    const path = join(tempFolder(), 'a.json');
    writeFileSync(path, '\ufeff{"名": 1}');
    expect(await both(path)).toMatchObject({
      ok: true,
      value: { text: '{"名": 1}', bom: true, sha256: sha256Hex('\ufeff{"名": 1}') },
    });
  });

  it('gives null where there is no file', async () => {
    expect(await both(join(tempFolder(), 'none'))).toEqual({ ok: true, value: null });
  });

  it('names the encoding of a file that is not UTF-8', async () => {
    const path = join(tempFolder(), 'a.json');
    writeFileSync(path, Buffer.from('\ufeff{"a": 1}', 'utf16le'));
    expect(await both(path)).toMatchObject({
      failure: { code: 'unreadable_file', message: expect.stringContaining('UTF-16 (LE)') },
    });
    writeFileSync(path, Buffer.from('{"a": "é"}', 'latin1'));
    expect(await both(path)).toMatchObject({
      failure: { code: 'unreadable_file', params: { line: 1, column: 8 } },
    });
  });

  it('refuses a file that is too large', async () => {
    const path = join(tempFolder(), 'a.json');
    writeFileSync(path, 'x'.repeat(1_001));
    expect(await both(path)).toMatchObject({
      failure: { code: 'unreadable_file', params: { bytes: 1_001 } },
    });
  });

  it('refuses a folder and, without waiting for a writer, a pipe', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'd'));
    expect(await both(join(folder, 'd'))).toMatchObject({ failure: { code: 'unreadable_file' } });
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await both(join(folder, 'pipe'))).toMatchObject({
      failure: { code: 'unreadable_file' },
    });
  });
});
