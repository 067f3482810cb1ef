import { describe, expect, it } from 'vitest';
import { entryFrom, rowFrom, searchText } from '../../../src-main/journal/journal-row.ts';

const at = { now: Date.UTC(2026, 0, 1), redact: (value: unknown) => value };

describe('a journal entry', () => {
  it('holds null for what its draft left out', () => {
    expect(rowFrom({ kind: 'launch' }, at)).toEqual({
      at: '2026-01-01T00:00:00.000Z',
      kind: 'launch',
      call_id: null,
      agent: null,
      client: null,
      server_id: null,
      tool: null,
      decision: null,
      risk: null,
      outcome: null,
      duration_ms: null,
      detail: '{}',
    });
  });

  it('is redacted in its fields and its detail', () => {
    const redact = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]'));
    const row = rowFrom(
      { kind: 'launch', tool: 'hunter2', detail: { argv: ['x', 'hunter2'] } },
      { ...at, redact },
    );
    expect(JSON.stringify(row)).not.toContain('hunter2');
    expect(entryFrom({ ...row, seq: 1, hash: '' }).detail).toEqual({ argv: ['x', '[secret]'] });
  });

  it('keeps a detail of 64 KB, and of a larger one its size and hash', () => {
    const fits = rowFrom({ kind: 'launch', detail: { a: 'x'.repeat(65_000) } }, at);
    expect(fits.detail.length).toBeGreaterThan(65_000);
    const large = rowFrom({ kind: 'launch', detail: { a: '界'.repeat(22_000) } }, at);
    expect(JSON.parse(large.detail)).toEqual({
      truncated: true,
      bytes: 66_008,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('bounds hostile names and keeps what SQLite would change out of them', () => {
    const row = rowFrom({ kind: 'launch', tool: `a\0\ud800${'x'.repeat(5_000)}` }, at);
    expect(row.tool).toHaveLength(1_000);
    expect(row.tool?.slice(0, 3)).toBe('a\ufffd\ufffd');
  });

  it('is found by every key and text of its detail, unescaped', () => {
    const row = rowFrom(
      { kind: 'probe', tool: 'write', detail: { path: 'C:\\x', deep: [{ say: '"hi"\n' }], n: 42 } },
      at,
    );
    const text = searchText(row);
    for (const part of ['probe', 'write', 'path', 'C:\\x', '"hi"', 'say', '42']) {
      expect(text).toContain(part);
    }
  });
});
