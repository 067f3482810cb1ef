import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../src-preload/contract/index.ts';
import { JournalFilter } from '../../../../src-preload/contract/index.ts';
import {
  emptyQuery,
  formatFilter,
  instantOf,
  type JournalQuery,
  parseFilter,
} from '../../../../src-renderer/features/journal/filter-text.ts';
import { journalFilter } from '../../../../src-renderer/features/journal/journal-filter.ts';
import {
  brief,
  indexOfSeq,
  journalRows,
  mergeEntries,
} from '../../../../src-renderer/features/journal/journal-rows.ts';
import { fullTime, rowTime } from '../../../../src-renderer/features/journal/journal-time.ts';
import { PICKED_KINDS } from '../../../../src-renderer/features/journal/kinds.ts';
import { recordedCall } from '../../../../src-renderer/features/journal/recorded-call.ts';
import { rowForKey } from '../../../../src-renderer/features/journal/row-keys.ts';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const read = (text: string): JournalQuery => parseFilter(text).query;

describe('typed filters', () => {
  it('read names, values, quotes and plain words', () => {
    expect(read('server:files decision:deny "two words" kind:launch,stop more')).toEqual({
      ...emptyQuery,
      server: 'files',
      decision: 'deny',
      kinds: ['launch', 'stop'],
      text: 'two words more',
    });
    expect(read('agent:"my agent" tool:a"b')).toMatchObject({ agent: 'my agent', tool: 'a"b' });
  });

  it('keep unknown names as text', () => {
    expect(read('colour:red https://x.org').text).toBe('colour:red https://x.org');
  });

  it('name a client and a risk, and say when there is no such risk', () => {
    expect(read('client:3f2a risk:high')).toMatchObject({ client: '3f2a', risk: 'high' });
    expect(parseFilter('risk:terrible').problems).toEqual([{ token: 'terrible', problem: 'risk' }]);
    expect(journalFilter(read('client:3f2a risk:low'), NOW)).toEqual({
      client: '3f2a',
      risk: 'low',
    });
  });

  it('name kinds and times that do not exist', () => {
    expect(parseFilter('kind:call,nonsense since:yesterdayish').problems).toEqual([
      { token: 'nonsense', problem: 'kind' },
      { token: 'yesterdayish', problem: 'time' },
    ]);
    expect(read('kind:call,nonsense').kinds).toEqual(['call']);
  });

  it('are read back as they were written', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() === text);
    const query = fc.record<JournalQuery>({
      text: fc.array(fc.stringMatching(/^[^\s]{1,12}$/u)).map((words) => words.join(' ')),
      kinds: fc.uniqueArray(fc.constantFrom(...PICKED_KINDS), { maxLength: 4 }),
      server: word,
      agent: word,
      client: word,
      tool: word,
      risk: fc.constantFrom('', 'low', 'medium', 'high'),
      call: word,
      decision: word,
      outcome: word,
      since: fc.constantFrom('', 'today', '24h', '2026-11-30'),
      until: fc.constantFrom('', '7d', '2026-11-30T10:00:00.000Z'),
    });
    fc.assert(
      fc.property(query, (given) => {
        expect(read(formatFilter(given))).toEqual(given);
      }),
    );
  });
});

describe('times', () => {
  it('may be relative, a day or an instant', () => {
    expect(instantOf('15m', NOW)).toBe('2026-11-30T11:45:00.000Z');
    expect(instantOf('24h', NOW)).toBe('2026-11-29T12:00:00.000Z');
    expect(instantOf('7d', NOW)).toBe('2026-11-23T12:00:00.000Z');
    expect(instantOf('2026-11-30T10:00:00.000Z', NOW)).toBe('2026-11-30T10:00:00.000Z');
    expect(instantOf('2026-11-30', NOW)).toBe(new Date(2026, 10, 30).toISOString());
    expect(new Date(instantOf('today', NOW) ?? '').getHours()).toBe(0);
  });

  it.each(['', 'now', '24', '2026-13-45', 'h24', '99999d'])('refuse %j', (typed) => {
    expect(instantOf(typed, NOW)).toBeNull();
  });
});

describe('the request for a filter', () => {
  it('leaves out what was not asked and is one the contract takes', () => {
    expect(journalFilter(emptyQuery, NOW)).toEqual({});
    const filter = journalFilter(read('kind:call,launch server:files since:24h x'), NOW);
    expect(filter).toEqual({
      text: 'x',
      kinds: ['call_requested', 'call_decided', 'call_completed', 'launch'],
      server_id: 'files',
      since: '2026-11-29T12:00:00.000Z',
    });
    expect(JournalFilter.safeParse(filter).success).toBe(true);
  });
});

const entry = (seq: number, more: Partial<JournalEntry> = {}): JournalEntry => ({
  seq,
  at: new Date(NOW + seq * 1000).toISOString(),
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
  detail: {},
  hash: '',
  ...more,
});
const call = (id: string, first: number): JournalEntry[] => [
  entry(first + 2, {
    kind: 'call_completed',
    call_id: id,
    outcome: 'answered',
    duration_ms: 12,
    detail: { is_error: true },
  }),
  entry(first + 1, { kind: 'call_decided', call_id: id, decision: 'once', risk: 'high' }),
  entry(first, {
    kind: 'call_requested',
    call_id: id,
    agent: 'you',
    tool: 'read',
    server_id: 'files',
  }),
];

describe('rows', () => {
  it('show the three entries of a call as one, where it began', () => {
    const rows = journalRows([entry(9), ...call('c', 5), entry(4)].map(brief));
    expect(rows.map((row) => row.seq)).toEqual([9, 5, 4]);
    expect(rows[1]).toMatchObject({
      kind: 'call',
      agent: 'you',
      tool: 'read',
      decision: 'once',
      outcome: 'answered',
      duration_ms: 12,
      is_error: true,
      risk: 'high',
    });
  });

  it('stay in place when a call that began earlier completes', () => {
    const [completed, ...started] = call('c', 5);
    if (completed === undefined) throw new Error('no entry');
    const before = journalRows([entry(7, {}), ...started].map(brief));
    const after = journalRows(
      mergeEntries([entry(7), ...started].map(brief), [brief({ ...completed, seq: 8 })]),
    );
    expect(before.map((row) => row.key)).toEqual(after.map((row) => row.key));
    expect(after[1]?.outcome).toBe('answered');
  });

  it('keep a grant apart from the call it was given in', () => {
    const rows = journalRows(
      [entry(9, { kind: 'grant', call_id: 'c' }), ...call('c', 5)].map(brief),
    );
    expect(rows.map((row) => row.kind)).toEqual(['grant', 'call']);
  });

  it('say what an entry is about, bounded', () => {
    expect(brief(entry(1, { detail: { name: 'GITHUB_TOKEN' } })).subject).toBe('GITHUB_TOKEN');
    expect(brief(entry(1, { detail: { command_argv: ['npx', '-y', 'x'] } })).subject).toBe(
      'npx -y x',
    );
    expect(brief(entry(1, { detail: { name: 'x'.repeat(9999) } })).subject.length).toBeLessThan(
      200,
    );
    expect(brief(entry(1, { detail: { name: 7 } })).subject).toBe('');
  });

  it('of a hundred thousand entries are made in time that grows with their number', () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => brief(entry(100_000 - index)));
    const start = performance.now();
    expect(journalRows(entries)).toHaveLength(100_000);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('pages', () => {
  it('join without doubles on both ends', () => {
    const known = [entry(6), entry(5), entry(4)].map(brief);
    const merged = mergeEntries(known, [entry(8), entry(6), entry(3)].map(brief));
    expect(merged.map(({ seq }) => seq)).toEqual([8, 6, 5, 4, 3]);
    expect(mergeEntries([], known)).toEqual(known);
  });

  it('tell where the reader stood', () => {
    const rows = journalRows([entry(9), entry(6), entry(2)].map(brief));
    expect([9, 6, 5, 2, 1].map((seq) => indexOfSeq(rows, seq))).toEqual([0, 1, 2, 2, 3]);
  });
});

describe('keys in the table', () => {
  it('move within the rows and stop at the ends', () => {
    const steps = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'x'];
    expect(steps.map((key) => rowForKey(key, 1, 5))).toEqual([2, 0, 4, 0, 0, 4, null]);
    expect(rowForKey('ArrowDown', 4, 5)).toBe(4);
  });
});

describe('a recorded call', () => {
  it('is gathered from its entries', () => {
    const recorded = recordedCall([
      entry(1, { detail: { arguments: { path: 'x' } } }),
      entry(2, { detail: { because: 'risk high' } }),
      entry(3, { detail: { result_sha256: 'ab', result_file: 'ab.json', message: 7 } }),
    ]);
    expect(recorded).toEqual({
      arguments: { path: 'x' },
      argumentsText: null,
      because: 'risk high',
      result: null,
      resultFile: 'ab.json',
      resultHash: 'ab',
      message: null,
    });
  });
});

describe('times in the table', () => {
  const noon = new Date(2026, 10, 30, 12, 5, 9);
  it('are short today and carry the day before', () => {
    expect(rowTime(noon.toISOString(), noon.getTime(), 'en')).toBe('12:05:09');
    expect(rowTime(noon.toISOString(), noon.getTime() + 86_400_000, 'en')).toBe('Nov 30, 12:05');
    expect(rowTime(noon.toISOString(), noon.getTime() + 86_400_000, 'zh-CN')).toBe(
      '11月30日 12:05',
    );
  });

  it('stay as they are when they are none', () => {
    expect(rowTime('soon', 0, 'en')).toBe('soon');
    expect(fullTime('soon', 'en')).toBe('soon');
  });
});
