import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../../src-preload/contract/index.ts';
import {
  countParts,
  countServers,
  matchesSearch,
  serverState,
  troublesFirst,
} from '../../../../src-renderer/features/mcp/server-state.ts';
import { server } from '../../../fakes/bridge/make-server.ts';

const refused: Failure = { code: 'refused', message: 'Nothing listens there.' };

const waysOf = ({ ways }: { readonly ways: readonly { readonly way: string }[] }) =>
  ways.map(({ way }) => way);

describe('how a server stands', () => {
  it('is off before anything else is said about it', () => {
    const off = server('a', 'A', { enabled: false, trust: 'changed', failure: refused });
    expect(serverState(off)).toMatchObject({ tone: 'off', code: 'off', ways: [] });
  });

  it('needs a person while its launch is not confirmed, also when its last test failed', () => {
    const changed = server('a', 'A', { trust: 'changed', failure: refused, counts: [1, 0, 0] });
    expect(serverState(changed).tone).toBe('needs_you');
    expect(waysOf(serverState(changed))).toEqual(['review_launch']);
    const fresh = server('a', 'A', { trust: 'unconfirmed' });
    expect(waysOf(serverState(fresh))).toEqual(['confirm']);
  });

  it('says why it fails, since when, and offers what mends it', () => {
    const failing = server('a', 'A', { failure: refused, counts: [1, 0, 0] });
    const state = serverState(failing);
    expect(state).toMatchObject({ tone: 'failing', code: 'failed', trouble: { failure: refused } });
    expect(state.since).not.toBeNull();
    expect(waysOf(state)[0]).toBe('try_again');
    const runner = { code: 'runner_not_allowed', message: '/bin/sh is not allowed.' };
    const forbidden = server('a', 'A', { argv: ['/bin/sh', '-c'], failure: runner });
    expect(serverState(forbidden).ways[0]).toEqual({ way: 'allow_runner', command: '/bin/sh' });
  });

  it('asks for a missing secret rather than telling of the failure that follows from it', () => {
    const keyless = server('a', 'A', { missing: ['TOKEN'], failure: refused });
    expect(serverState(keyless)).toMatchObject({
      code: 'secrets',
      ways: [{ way: 'set_secret', names: ['TOKEN'] }],
    });
  });

  it('does not call a failed test of an older configuration a failure', () => {
    const failing = server('a', 'A', { failure: refused, counts: [1, 0, 0] });
    const stale = {
      ...failing,
      connection: { state: 'stopped' as const },
      probe: failing.probe === null ? null : { ...failing.probe, stale: true },
    };
    expect(serverState(stale)).toMatchObject({ tone: 'idle', code: 'stale' });
    expect(waysOf(serverState(stale))).toEqual(['try_again']);
  });

  it('shows held tools of a server that works', () => {
    const held = server('a', 'A', { counts: [1, 1, 1], held: 2 });
    expect(serverState(held)).toMatchObject({ tone: 'needs_you', code: 'held' });
    expect(waysOf(serverState(held))).toEqual(['review_tools']);
  });

  it('is busy while it is tested', () => {
    expect(serverState(server('a', 'A', {}), true)).toMatchObject({
      tone: 'busy',
      code: 'probing',
    });
  });

  it('rests when it was stopped for want of use, and that is no trouble', () => {
    const idle = {
      ...server('a', 'A', { counts: [1, 0, 0] }),
      connection: { state: 'stopped' as const, because: 'idle' as const },
    };
    expect(serverState(idle)).toMatchObject({ tone: 'ok', code: 'resting', trouble: null });
  });
});

describe('the sentence of counts', () => {
  it('names only what there is, in a fixed order, the sum first', () => {
    const counts = countServers(['ok', 'failing', 'ok', 'off', 'needs_you']);
    expect(countParts(counts)).toEqual([
      { part: 'total', count: 5 },
      { part: 'ok', count: 2 },
      { part: 'needs_you', count: 1 },
      { part: 'failing', count: 1 },
      { part: 'off', count: 1 },
    ]);
  });

  it('counts nothing as nothing', () => {
    expect(countParts(countServers([]))).toEqual([{ part: 'total', count: 0 }]);
  });
});

describe('the order of cards', () => {
  it('puts failing ones first and keeps the order of the file within a kind', () => {
    const items = [
      { id: 1, tone: 'off' as const },
      { id: 2, tone: 'ok' as const },
      { id: 3, tone: 'needs_you' as const },
      { id: 4, tone: 'idle' as const },
      { id: 5, tone: 'failing' as const },
      { id: 6, tone: 'ok' as const },
    ];
    expect(troublesFirst(items).map(({ id }) => id)).toEqual([5, 3, 2, 4, 6, 1]);
  });
});

describe('searching servers', () => {
  it('finds words in name, id and command in any order and case', () => {
    const files = server('files', 'My Papers', { argv: ['npx', 'server-filesystem'] });
    expect(matchesSearch(files, 'FILESYSTEM papers')).toBe(true);
    expect(matchesSearch(files, '')).toBe(true);
    expect(matchesSearch(files, 'papers github')).toBe(false);
  });
});
