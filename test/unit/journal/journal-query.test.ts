import { describe, expect, it } from 'vitest';
import { journalQuery } from '../../../src-main/journal/journal-query.ts';

describe('a journal filter as SQL', () => {
  it('puts every value into a parameter, never into the text', () => {
    const hostile = `'; DROP TABLE entries; --`;
    const { where, params } = journalQuery({
      text: hostile,
      kinds: ['launch'],
      server_id: hostile,
      agent: hostile,
      client: hostile,
      tool: hostile,
      call_id: hostile,
      decision: hostile,
      outcome: hostile,
    });
    expect(where).not.toContain('DROP');
    expect(params).toContain(hostile);
    expect(where.split('?')).toHaveLength(params.length + 1);
  });

  it('looks up words of three characters in the index and shorter ones by scan', () => {
    const { where, params } = journalQuery({ text: 'write "x" 删除 50%' });
    expect(where).toContain('MATCH');
    expect(params).toContain('"write" AND """x""" AND "50%"');
    expect(params).toContain('%删除%');
  });

  it('compares client and risk as whole values', () => {
    expect(journalQuery({ client: 'cursor-1f2e3d4c', risk: 'high' })).toEqual({
      where: '1 AND client = ? AND risk = ?',
      params: ['cursor-1f2e3d4c', 'high'],
    });
  });

  it('treats a percent sign and an underscore as themselves', () => {
    expect(journalQuery({ text: '%_' }).params).toContain('%\\%\\_%');
  });

  it('matches nothing for a date that is none', () => {
    expect(journalQuery({ since: 'yesterday-ish' }).where).toBe('1 AND 0');
    expect(journalQuery({ until: '2026-01-02' })).toEqual({
      where: '1 AND at < ?',
      params: ['2026-01-02T00:00:00.000Z'],
    });
  });

  it('matches all without a condition', () => {
    expect(journalQuery({ text: '  ' })).toEqual({ where: '1', params: [] });
  });
});
