import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openJournal } from '../../../src-main/journal/journal-db.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { adminRequest } from './admin-request.ts';
import { eventually, field, GatehouseHome, list } from './gatehouse-home.ts';

const COUNT = 1_500;
const LONG_AGO = Date.UTC(2020, 0, 1);

/** A home whose journal holds nothing but 1500 probes of long ago; no process owns it. */
async function homeWithHistory(): Promise<GatehouseHome> {
  const home = new GatehouseHome();
  await home.json(['server', 'list']);
  const path = join(home.path, 'state', 'journal.db');
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  const opened = await openJournal({
    path,
    key: Buffer.from(home.read('state', 'key').trim(), 'hex'),
    redact: (value) => value,
    clock: fakeClock(LONG_AGO),
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  for (let at = 1; at <= COUNT; at += 1) {
    opened.value.append({ kind: 'probe', tool: '=1+1', detail: { note: 'say "hi", '.repeat(20) } });
  }
  await opened.value.close();
  return home;
}

const lines = (text: string, end: string) => {
  expect(text.endsWith(end)).toBe(true);
  return text.slice(0, -end.length).split(end);
};

describe('journal export', () => {
  let home: GatehouseHome;
  beforeAll(async () => {
    home = await homeWithHistory();
  });
  afterAll(() => home.close());

  test('prints every entry once, page after page, newest first, one JSON value a line', async () => {
    const ended = await home.run(['journal', 'export', '--kind', 'probe']);
    expect(ended.code, ended.stderr).toBe(0);
    const seqs = lines(ended.stdout, '\n').map((line) => field(JSON.parse(line), 'seq'));
    expect(seqs).toEqual(Array.from({ length: COUNT }, (_, at) => COUNT - at));
  });

  test('is itself journaled, once, with its filter', async () => {
    const entries = list(await home.json(['journal', 'list', '--kind', 'export']));
    expect(entries).toHaveLength(1);
    expect(field(entries[0], 'detail')).toMatchObject({
      format: 'jsonl',
      filter: { kinds: ['probe'] },
      surface: { kind: 'cli' },
    });
  });

  test('as CSV has one header line and no cell that a spreadsheet would run', async () => {
    const ended = await home.run(['journal', 'export', '--format', 'csv', '--tool', '=1+1']);
    expect(ended.code, ended.stderr).toBe(0);
    const rows = lines(ended.stdout, '\r\n');
    expect(rows).toHaveLength(COUNT + 1);
    expect(rows[0]).toMatch(/^seq,at,kind,/);
    expect(rows.slice(1).every((row) => /^\d+,.*,'=1\+1,.*"{""note"":/.test(row))).toBe(true);
  });

  test('stops at the number of entries that was asked for', async () => {
    const ended = await home.run(['journal', 'export', '--limit', '120', '--kind', 'probe']);
    expect(lines(ended.stdout, '\n')).toHaveLength(120);
    expect((await home.run(['journal', 'export', '--limit', 'many'])).code).toBe(2);
    expect((await home.run(['journal', 'export', '--format', 'xml'])).code).toBe(2);
    expect((await home.run(['journal', 'export', '--kind', 'nonsense'])).code).toBe(2);
  });

  test('ends quietly when nobody reads on', async () => {
    const running = home.start(['journal', 'export']);
    running.child.stdout?.once('data', () => running.child.stdout?.destroy());
    const { stdout, stderr } = await running.ended;
    expect(stderr).toBe('');
    expect(stdout.length).toBeLessThan(500_000);
  });
});

describe('the limits of the journal', () => {
  test('hold in a serving owner, which shortens it; it stays whole', async () => {
    const home = await homeWithHistory();
    try {
      expect(list(await home.json(['journal', 'list', '--kind', 'retention']))).toEqual([]);
      const serving = home.start(['serve']);
      await serving.says('admin.sock');
      const left = () => adminRequest(home, 'GET', '/journal?kinds[]=probe&limit=1');
      await eventually(async () => (field((await left()).body, 'total') === 0 ? true : undefined));
      const page = await adminRequest(
        home,
        'GET',
        '/journal-export?format=csv&kinds[]=retention&limit=2',
      );
      expect(page.status).toBe(200);
      expect(lines(String(field(page.body, 'text')), '\r\n')).toHaveLength(3);
      const next = Number(field(page.body, 'next_before_seq'));
      const last = await adminRequest(
        home,
        'GET',
        `/journal-export?format=csv&kinds[]=retention&before_seq=${next}`,
      );
      expect(lines(String(field(last.body, 'text')), '\r\n')).toHaveLength(1);
      expect(field(last.body, 'next_before_seq')).toBeNull();
      expect(field(await home.json(['journal', 'verify']), 'intact')).toBe(true);
    } finally {
      await home.close();
    }
  });
});
