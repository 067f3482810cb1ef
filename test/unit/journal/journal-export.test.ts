import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src-main/journal/journal.ts';
import { exportText } from '../../../src-main/journal/journal-export.ts';

const entry = (more: Partial<JournalEntry> = {}): JournalEntry => ({
  seq: 7,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'call_completed',
  call_id: null,
  agent: 'you',
  client: null,
  server_id: 'files',
  tool: 'read_file',
  decision: null,
  risk: 'low',
  outcome: 'answered',
  duration_ms: 1.5,
  detail: {},
  hash: 'ab',
  ...more,
});
const csv = (more: Partial<JournalEntry>, header = false) =>
  exportText([entry(more)], { format: 'csv', header }).text;

describe('journal entries as JSONL', () => {
  it('are one JSON value a line, as they were given', () => {
    const given = [entry({ detail: { note: 'two\nlines' } }), entry({ seq: 6 })];
    const { text, count } = exportText(given, { format: 'jsonl', header: true });
    expect(count).toBe(2);
    expect(text.endsWith('\n')).toBe(true);
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(given);
  });

  it('are no text when there is none', () => {
    expect(exportText([], { format: 'jsonl', header: true })).toEqual({ text: '', count: 0 });
  });
});

describe('journal entries as CSV', () => {
  it('have a header line where it is asked for, and empty cells for what is absent', () => {
    expect(csv({}, true).split('\r\n')).toEqual([
      'seq,at,kind,call_id,agent,client,server_id,tool,decision,risk,outcome,duration_ms,detail,hash',
      '7,2026-01-01T00:00:00.000Z,call_completed,,you,,files,read_file,,low,answered,1.5,{},ab',
      '',
    ]);
    expect(csv({})).not.toContain('seq');
    expect(exportText([], { format: 'csv', header: true }).text).toMatch(/^seq,[^\n]*\r\n$/);
  });

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'say "hi"', '"say ""hi"""'],
    ['a line break', 'a\r\nb', '"a\r\nb"'],
  ])('quote a cell with %s', (_what, tool, cell) => {
    expect(csv({ tool })).toContain(`,files,${cell},,low,`);
  });

  it.each(['=', '+', '-', '@', '\t'])('let no cell that begins with %j be a formula', (sign) => {
    expect(csv({ tool: `${sign}HYPERLINK(1)` })).toContain(`,files,'${sign}HYPERLINK(1),,low,`);
  });

  it('let no cell be a formula that has to be quoted too', () => {
    expect(csv({ tool: '=cmd|"/c calc",A1' })).toContain(`,files,"'=cmd|""/c calc"",A1",,low,`);
    expect(csv({ agent: '\r=1' })).toContain(`,"'\r=1",`);
  });

  it('hold the detail as JSON in one cell', () => {
    expect(csv({ detail: { a: 1, b: 'x' } })).toContain(`,"{""a"":1,""b"":""x""}",ab\r\n`);
  });
});

describe('a page of an export', () => {
  it('ends when it is large, and says how many entries are in it', () => {
    const large = entry({ detail: { note: 'x'.repeat(3 * 1024 * 1024) } });
    const { text, count } = exportText([large, large, large, large, large], {
      format: 'jsonl',
      header: true,
    });
    expect(count).toBe(3);
    expect(text.trimEnd().split('\n')).toHaveLength(3);
  });
});
