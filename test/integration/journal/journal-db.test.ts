import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Journal } from '../../../src-main/journal/journal.ts';
import { openJournal } from '../../../src-main/journal/journal-db.ts';
import type { Failure } from '../../../src-main/kernel/failure.ts';
import { fail } from '../../../src-main/kernel/result.ts';
import { fakeClock } from '../../fakes/clock.ts';
import { canMountTinyDisk, tinyDisk } from '../../fakes/tiny-disk.ts';
import { five, KEY, meddle, newPath, open } from './a-journal.ts';

describe('the journal', () => {
  it('gives back what was appended, numbered from 1, and says so to its listeners', async () => {
    const path = newPath();
    const clock = fakeClock();
    const journal = await open(path, { clock });
    const heard: number[] = [];
    journal.appended.subscribe(({ seq }) => heard.push(seq));
    expect(
      journal.append({
        kind: 'call_completed',
        call_id: 'c1',
        agent: 'you',
        server_id: 'files',
        tool: 'write_file',
        risk: 'high',
        outcome: 'answered',
        duration_ms: 12.5,
        detail: { path: '/tmp/x', nested: { 删: ['除'] } },
      }),
    ).toEqual({ ok: true, value: { seq: 1 } });
    clock.advance(1_000);
    expect(journal.append({ kind: 'stop' }, { durable: true })).toEqual({
      ok: true,
      value: { seq: 2 },
    });
    expect(heard).toEqual([1, 2]);
    expect(journal.show(1)).toMatchObject({
      ok: true,
      value: {
        seq: 1,
        at: '2026-01-01T00:00:00.000Z',
        duration_ms: 12.5,
        client: null,
        detail: { path: '/tmp/x', nested: { 删: ['除'] } },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(journal.show(3)).toMatchObject({ failure: { code: 'not_found' } });
    expect(journal.verify()).toEqual({ intact: true, entries: 2, problems: [] });
    await journal.close();
    expect(journal.append({ kind: 'stop' })).toMatchObject({
      failure: { code: 'journal_unavailable' },
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = await open(path);
    expect(again.append({ kind: 'launch' })).toEqual({ ok: true, value: { seq: 3 } });
    expect(again.verify().intact).toBe(true);
    await again.close();
  });

  it('is filtered by every field, newest first, page by page', async () => {
    const clock = fakeClock();
    const journal = await open(newPath(), { clock });
    for (let at = 1; at <= 250; at += 1) {
      clock.advance(60_000);
      journal.append({
        kind: at % 2 === 0 ? 'call_requested' : 'call_decided',
        server_id: at % 5 === 0 ? 'files' : 'mail',
        agent: 'you',
        tool: `tool_${at}`,
        call_id: `call-${at % 10}`,
        decision: at % 3 === 0 ? 'deny' : 'allow',
      });
    }
    const seqs = (filter: Parameters<Journal['list']>[0]) =>
      journal.list(filter).entries.map((entry) => entry.seq);
    expect(journal.list({}).total).toBe(250);
    expect(seqs({}).slice(0, 3)).toEqual([250, 249, 248]);
    expect(seqs({})).toHaveLength(100);
    expect(seqs({ before_seq: 151, limit: 2 })).toEqual([150, 149]);
    expect(journal.list({ before_seq: 151 }).total).toBe(250);
    expect(seqs({ kinds: ['call_decided'], server_id: 'files', limit: 2 })).toEqual([245, 235]);
    expect(seqs({ kinds: [] })).toEqual([]);
    expect(seqs({ call_id: 'call-3', decision: 'deny', limit: 2 })).toEqual([243, 213]);
    expect(seqs({ tool: 'tool_7' })).toEqual([7]);
    expect(seqs({ agent: 'nobody' })).toEqual([]);
    expect(seqs({ since: '2026-01-01T00:01:00Z', until: '2026-01-01T00:03:00Z' })).toEqual([2, 1]);
    expect(seqs({ limit: 0 })).toHaveLength(1);
    await journal.close();
  });

  it('is searched in Chinese and English, words joined by "and", no character special', async () => {
    const journal = await open(newPath());
    journal.append({ kind: 'call_requested', tool: 'delete_file', detail: { note: '删除旧文件' } });
    journal.append({
      kind: 'call_requested',
      tool: 'read_file',
      detail: { note: 'Read "all" 50% of it' },
    });
    journal.append({ kind: 'launch', server_id: 'files', detail: { argv: ['npx', '-y', "it's"] } });
    const found = (text: string) => journal.list({ text }).entries.map((entry) => entry.seq);
    expect(found('删除')).toEqual([1]);
    expect(found('旧文件')).toEqual([1]);
    expect(found('FILE')).toEqual([3, 2, 1]);
    expect(found('file delete')).toEqual([1]);
    expect(found('"all"')).toEqual([2]);
    expect(found('50%')).toEqual([2]);
    expect(found("it's")).toEqual([3]);
    expect(found('-y')).toEqual([3]);
    expect(found('npx OR read')).toEqual([]);
    expect(found('* NEAR( "')).toEqual([]);
    await journal.close();
  });

  it('lets nothing be changed or removed through its own connection rules', async () => {
    const path = await five();
    for (const sql of [
      `UPDATE entries SET tool = 'x' WHERE seq = 2`,
      'DELETE FROM entries WHERE seq = 5',
      `INSERT OR REPLACE INTO entries (seq, at, kind, detail, hash) VALUES (3, '', 'stop', '{}', '')`,
    ]) {
      expect(() => meddle(path, sql)).toThrow(/append-only/);
    }
    const journal = await open(path);
    expect(journal.verify()).toEqual({ intact: true, entries: 5, problems: [] });
    await journal.close();
  });

  it('finds what was written since the index was last brought up to date, also after a start', async () => {
    const path = newPath();
    const first = await open(path);
    first.append({ kind: 'call_requested', tool: 'one_tool' });
    expect(first.list({ text: 'one_tool' }).total).toBe(1);
    for (let at = 0; at < 100; at += 1) first.append({ kind: 'launch', tool: `later_${at}` });
    await first.close();
    const second = await open(path);
    second.append({ kind: 'launch', tool: 'later_100' });
    expect(second.list({ text: 'later_' }).total).toBe(101);
    expect(second.page({ text: 'later_100' }).entries).toHaveLength(1);
    expect(second.list({ text: 'one_tool' }).total).toBe(1);
    await second.close();
  });

  it('can be read by this process while another writes, and holds every acknowledged entry after kill -9', async () => {
    const path = newPath();
    const script = fileURLToPath(new URL('./journal-writer.ts', import.meta.url));
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let acknowledged = 0;
    const lines = createInterface({ input: child.stdout });
    const enough = new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        acknowledged = Number(line);
        if (acknowledged >= 100) resolve();
      });
    });
    await new Promise((resolve) => lines.once('line', resolve));
    const reader = await open(path, { read_only: true });
    const totals = [reader.list({}).total];
    expect(reader.verify()).toMatchObject({ intact: true, problems: [] });
    await enough;
    totals.push(reader.list({}).total);
    expect(totals[1]).toBeGreaterThan(totals[0] ?? 0);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
    expect(reader.list({}).total).toBeGreaterThanOrEqual(acknowledged);
    await reader.close();
    const journal = await open(path);
    expect(journal.append({ kind: 'launch' }).ok).toBe(true);
    expect(journal.verify()).toMatchObject({ intact: true, problems: [] });
    await journal.close();
  });

  it('holds what is redacted only', async () => {
    const path = newPath();
    const redact = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]'));
    const journal = await open(path, { redact });
    journal.append({ kind: 'call_requested', tool: 'hunter2', detail: { a: ['hunter2'] } });
    expect(journal.list({ text: 'hunter2' }).total).toBe(0);
    await journal.close();
    expect(readFileSync(path).includes('hunter2')).toBe(false);
  });
});

describe('a journal that cannot be written', () => {
  it('because its file is no database fails to open', async () => {
    const path = newPath();
    writeFileSync(path, 'a text, not a database. '.repeat(50));
    const clock = fakeClock();
    expect(await openJournal({ path, key: KEY, redact: (value) => value, clock })).toMatchObject({
      ok: false,
      failure: { code: 'journal_unavailable' },
    });
  });

  it.runIf(canMountTinyDisk)(
    'because the disk is full says so, keeps what it has and goes on when there is room',
    async () => {
      const disk = tinyDisk(512);
      const full: Failure[] = [];
      const path = join(disk, 'journal.db');
      const journal = await open(path, { onFull: (failure) => full.push(failure) });
      const ballast = join(disk, 'ballast');
      journal.append({ kind: 'launch' });
      writeFileSync(ballast, 'x'.repeat(100_000));
      let last = journal.append({ kind: 'stop' });
      let written = 2;
      for (; last.ok && written < 1_000; written += 1) {
        last = journal.append({ kind: 'probe', detail: { a: `${written} `.repeat(2_000) } });
      }
      expect(last).toMatchObject({ ok: false, failure: { code: 'journal_unavailable' } });
      expect(full).toMatchObject([{ code: 'disk_full' }]);
      rmSync(ballast);
      expect(journal.append({ kind: 'launch' }).ok).toBe(true);
      expect(journal.verify()).toMatchObject({ intact: true, entries: written });
      await journal.close();
    },
  );
});

describe('a journal whose file is taken away while it is open', () => {
  it.each([
    ['removed', (path: string) => rmSync(path)],
    [
      'replaced',
      (path: string) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
  ])('writes no entry when it was %s, and says so', async (_what, spoil) => {
    const path = await five();
    const journal = await open(path);
    spoil(path);
    expect(journal.append({ kind: 'call_requested' })).toMatchObject({
      ok: false,
      failure: {
        code: 'journal_unavailable',
        message: 'The state of this home was removed or replaced while Gatehouse ran.',
      },
    });
    expect(journal.list({}).total).toBe(5);
    await journal.close();
  });

  it('writes no entry when it is told that the home is not ours any more', async () => {
    const journal = await open(await five(), { guard: () => fail('journal_unavailable', 'Gone.') });
    expect(journal.append({ kind: 'launch' })).toMatchObject({ failure: { message: 'Gone.' } });
    expect(journal.list({}).total).toBe(5);
    await journal.close();
  });
});
